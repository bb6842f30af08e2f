// The harness of the members' specs: one part of the feature on a page of its own, before a server that is played.
import type { ReactNode } from 'react'
import { page } from 'vitest/browser'
import type { IdentityAtTenant, Member } from '#contract/members.ts'
import type { RoleEntry } from '#contract/role-entry.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { json, playServer, type SentCall, showPage } from '#web/ui/page.harness.tsx'

export { close } from '#web/ui/page.harness.tsx'

export const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`

export const barcelona = { id: id('b1'), title: 'Innovation Barcelona' }
export const iberia = { id: id('b2'), title: 'Meridian Iberia' }
const fromIberia = { tenantId: iberia.id, tenantName: iberia.title }

type Kind = 'own' | 'above' | 'both'
const hierarchyTypes = { own: 'Own', above: 'ByHierarchy', both: 'Both' } as const
const names: Record<number, string> = { 10: 'Grants', 11: 'Signature', 12: 'Master Data', 13: 'Missions' }

/** `entry('Manager', grants, 'own')`: its id is made of its name. */
export const roleId = (name: string) =>
  id(
    [...name]
      .map((letter) => letter.charCodeAt(0).toString(16))
      .join('')
      .slice(0, 12),
  )
export const entry = (
  roleName: string,
  applicationId: number,
  kind: Kind,
  change: Partial<RoleEntry> = {},
): RoleEntry => ({
  roleId: roleId(roleName),
  roleName,
  applicationId,
  applicationName: (names[applicationId] ?? 'identity.global').toLowerCase(),
  hierarchyType: hierarchyTypes[kind],
  inheritedFrom: kind === 'own' ? null : fromIberia,
  endsOn: null,
  ...change,
})

export const member = (end: string, displayName: string, change: Partial<Member> = {}): Member => ({
  id: id(`a${end}`),
  identityType: 'User',
  identityId: id(`c${end}`),
  email: `${displayName.split(' ')[0]?.toLowerCase()}@group.example`,
  displayName,
  userName: displayName.toLowerCase().replace(' ', '.'),
  tenantId: barcelona.id,
  tenantName: barcelona.title,
  hierarchyType: 'Own',
  isInheritable: false,
  inheritedFrom: null,
  memberCount: null,
  external: false,
  locked: false,
  roles: [],
  tenants: [],
  modifiedOn: '2026-09-01T08:00:00.000Z',
  ...change,
})

export const above = {
  tenantId: iberia.id,
  tenantName: iberia.title,
  hierarchyType: 'ByHierarchy',
  isInheritable: true,
  inheritedFrom: fromIberia,
} as const

export const marta = member('1', 'Marta Weber', {
  hierarchyType: 'Both',
  isInheritable: true,
  inheritedFrom: fromIberia,
  roles: [
    entry('Manager', 10, 'own'),
    entry('Reader', 10, 'above'),
    entry('Signer', 11, 'own'),
    entry('Viewer', 11, 'above'),
  ],
})
export const team = member('2', 'Innovation Barcelona', {
  identityType: 'Group',
  email: null,
  userName: null,
  memberCount: 24,
  isInheritable: true,
  roles: [entry('Editor', 12, 'own')],
})
export const jonas = member('3', 'Jonas Gallo', { ...above, roles: [entry('Editor', 12, 'above')] })
export const ines = member('4', 'Inês Hoffmann', { roles: [entry('Signer', 11, 'own')] })

export const at = (who: Member, change: Partial<IdentityAtTenant> = {}): IdentityAtTenant => ({
  ...who,
  roles: who.roles ?? [],
  ...change,
})
export const nobodyYet = (who: Member): IdentityAtTenant => ({
  ...who,
  id: null,
  hierarchyType: 'Own',
  isInheritable: false,
  inheritedFrom: null,
  roles: [],
})

const choice = (name: string, byHierarchy = false, description: string | null = null) => ({
  id: roleId(name),
  name,
  description,
  byHierarchy,
  operationRequestVisibility: false,
  serviceManagerVisibility: true,
})
/** Reader and Viewer come from above for anyone who is asked about. */
export const roleChoices = [
  {
    id: 10,
    name: 'grants',
    displayName: 'Grants',
    roles: [choice('Manager'), choice('Reader', true), choice('Auditor')],
  },
  {
    id: 12,
    name: 'masterdata',
    displayName: 'Master Data',
    roles: [
      choice('Editor', false, 'Adds and corrects the records of this tenant'),
      choice('Data steward'),
      choice('Group owner', true, 'Owns the groups of this tenant'),
    ],
  },
  { id: 13, name: 'missions', displayName: 'Missions', roles: [choice('Approver')] },
  { id: 11, name: 'signature', displayName: 'Signature', roles: [choice('Signer'), choice('Viewer', true)] },
]
export const portalRoles = { id: 2, name: 'identity.global', displayName: 'Portal', roles: [choice('Support')] }

export const list = (...items: object[]) => ({ body: { items, count: items.length } })

type Answer = { status?: number; body?: unknown }
export type Answers = Record<string, Answer | ((sent: SentCall) => Answer | Promise<Answer>)>

const answering = (answers: Answers) => async (sent: SentCall) => {
  const answer = answers[`${sent.method} ${sent.path}`]
  const answered = typeof answer === 'function' ? await answer(sent) : answer
  return json(answered?.body ?? {}, answered ? (answered.status ?? 200) : 404)
}

type OpenOptions = { roles?: readonly RoleName[]; answers?: Answers; at?: string }

const usual: Answers = {
  'GET /admin/applications': list(
    ...roleChoices.map(({ id: number, name, displayName }) => ({ id: number, name, displayName })),
  ),
  'GET /admin/applications/approles': list(...roleChoices),
  [`GET /admin/tenants/${barcelona.id}`]: { body: { ...barcelona, descendantsCount: 24 } },
}

export const show = async (
  content: ReactNode,
  { roles = ['Administrator'], answers = {}, at: where = '/here' }: OpenOptions = {},
) => {
  const all: Answers = { ...usual, ...answers }
  const sent = playServer(answering(all))
  const { history } = await showPage({ places: { '/here': content }, at: where, roles, texts: ['table', 'members'] })
  return {
    ...screen,
    answers: all,
    history,
    calls: (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route),
    bodies: (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body),
  }
}

const named = (name: string | RegExp) => ({ name, exact: typeof name === 'string' })
const screen = {
  page,
  button: (name: string | RegExp) => page.getByRole('button', named(name)),
  link: (name: string | RegExp) => page.getByRole('link', named(name)),
  toggle: (name: string | RegExp) => page.getByRole('switch', named(name)),
  text: (words: string | RegExp) => page.getByText(words, { exact: typeof words === 'string' }),
  row: (name: string | RegExp) => page.getByRole('row', { name }),
  item: (name: string | RegExp) => page.getByRole('menuitem', named(name)),
  dialog: (name: string | RegExp) => page.getByRole('dialog', named(name)),
  alert: (name: string | RegExp) => page.getByRole('alertdialog', named(name)),
}
