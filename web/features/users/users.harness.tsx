// The people of the specs of /admin/users, and what the server answers about them.
import type { Language } from '#contract/kernel/language.ts'
import type { User, UserItem } from '#contract/users.ts'
import { type Answers, open } from '#web/app/portal.harness.tsx'
import { ownId } from '#web/ui/own-id.harness.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const spain = { id: id(501), name: 'Innovation Spain', default: false, system: false }
export const customers = { id: id(502), name: 'Customers', default: false, system: true }

export const person = (
  number: number,
  firstName: string,
  lastName: string,
  change: Partial<UserItem> = {},
): UserItem => ({
  id: id(number),
  userName: `${firstName}.${lastName}`.toLowerCase(),
  firstName,
  lastName,
  email: `${firstName}@people.example`.toLowerCase(),
  areaName: spain.name,
  locked: false,
  lockState: 'None',
  draft: false,
  validateScopes: false,
  modifiedOn: '2026-03-01T10:00:00Z',
  missingRole: null,
  ...change,
})

export const luca = person(1, 'Luca', 'Navarro')
export const ana = person(2, 'Ana', 'Bernard', { draft: true })
export const chloe = person(3, 'Chloe', 'Schneider', { locked: true, lockState: 'Permanent' })
export const jonas = person(4, 'Jonas', 'Gallo', { locked: true, lockState: 'Temporary', validateScopes: true })
/** Who is signed in in the harness. */
const marta = person(5, 'Marta', 'Oliveira', { id: ownId })

export const whole = (user: UserItem, change: Partial<User> = {}): User => ({
  ...user,
  language: 'es',
  areaId: spain.id,
  jobTitle: 'Engineer',
  manager: null,
  teams: ['Lisbon', 'Funding'],
  phoneNumber: null,
  roles: [{ name: 'Seller', isGlobal: false, applications: [{ title: 'Grants', isGlobal: false }] }],
  tenants: [{ id: id(601), title: 'Grupo Ferrer' }],
  hasPendingOperationRequest: false,
  internalCategory: null,
  createdOn: '2026-01-02T10:00:00Z',
  lastLoginOn: null,
  lastLoginProvider: null,
  invitedOn: null,
  passwordExpiresOn: null,
  secondFactor: true,
  hasAuthenticators: true,
  ...change,
})

export const list = (...items: object[]) => ({ body: { items, count: items.length } })
export const desk = {
  id: id(701),
  name: 'Support desk',
  description: null,
  areaId: spain.id,
  areaName: spain.name,
  automated: false,
  createBy: null,
  createOn: '2026-01-01T10:00:00Z',
  userIsOwner: false,
  memberCount: 2,
}
export const everybody = { ...desk, id: id(702), name: 'Everybody', automated: true, memberCount: null }

const people = [luca, ana, chloe, jonas, marta]
const answers: Answers = {
  'GET /admin/users': list(...people),
  'GET /admin/areas': list(spain, customers),
  'GET /admin/groups': list(desk, everybody),
  [`GET /admin/groups/${desk.id}`]: { body: desk },
  ...Object.fromEntries(people.map((user) => [`GET /admin/users/${user.id}`, { body: whole(user) }])),
  [`GET /admin/users/${luca.id}/groups`]: list(
    { groupId: desk.id, groupName: desk.name, permission: 'Owner', automated: false },
    { groupId: everybody.id, groupName: everybody.name, permission: 'Reader', automated: true },
  ),
}

type OpenOptions = { more?: Answers; role?: string[]; language?: Language }

export const openUsers = (path = '', { more = {}, role = ['Administrator', 'User'], ...other }: OpenOptions = {}) =>
  open({ at: `/identity/admin/users${path}`, who: { role }, answers: { ...answers, ...more }, ...other })

export type Harness = Awaited<ReturnType<typeof openUsers>>

/** The ⋯ menu of a row, and what is chosen in it. */
export const choose = async ({ button, page }: Harness, name: string, item: string) => {
  await button(`Actions for ${name}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}
