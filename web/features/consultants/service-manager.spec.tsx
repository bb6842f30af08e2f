// The service managers' page: roles are given at once, of those that are theirs to give.
import { afterEach, expect, test } from 'vitest'
import { close } from '#web/app/portal.harness.tsx'
import { altamira, applications, id, list, matteo, openClients, usersOf } from './consultants.harness.tsx'

afterEach(async () => {
  sessionStorage.clear()
  await close()
})

const managed = { ...altamira, roles: ['SystemManager'], canRequest: false, canAssign: true } as const

const members = `/profile/${altamira.id}/members`

const standing = {
  id: matteo.memberId,
  identityType: 'User',
  identityId: matteo.id,
  email: matteo.email,
  displayName: matteo.displayName,
  userName: matteo.userName,
  tenantId: altamira.id,
  tenantName: altamira.title,
  hierarchyType: 'Own',
  isInheritable: false,
  inheritedFrom: null,
  modifiedOn: '2026-03-01T10:00:00.000Z',
  memberCount: null,
  external: true,
  locked: false,
  roles: [],
  tenants: [],
}

const openManager = (role = ['SystemManager', 'User']) =>
  openClients({
    path: 'service-manager',
    role,
    tenants: [{ ...managed, roles: [...managed.roles] }],
    people: [matteo],
    more: {
      [`GET ${members}/identity`]: { body: standing },
      [`POST ${members}`]: { body: { ...standing, roles: [] } },
      'GET /profile/applications/approles': list(applications),
    },
  })

test('R2.6-04 without the role the page leads to the identity URL', async () => {
  const { visited } = await openManager(['IdentityConsultant', 'User'])
  await expect.poll(() => visited).toEqual(['/identity'])
})

test('R2.6-12 the people of the tenant are listed without those for whom a request waits', async () => {
  const { row, calls, heading } = await openManager()
  await expect.element(heading('My Clients')).toBeVisible()
  await expect.element(row('Matteo Puig')).toBeVisible()
  expect(calls(`GET ${usersOf(altamira)}`)[0]?.path).toContain('excludeWaiting=true')
  expect(calls('GET /profile/tenants')[0]?.path).toContain('as=serviceManager')
})

test('R6-16 a role is given at once, of those that are for service managers', async () => {
  const { button, dialog, calls, bodies } = await openManager()
  await button('Edit the permissions of Matteo Puig').click()
  const editor = dialog('Matteo Puig')
  await editor.getByRole('switch', { name: 'Access to Signature' }).click()
  await dialog('Choose roles: Signature').getByRole('checkbox', { name: 'Signer' }).click()
  await dialog('Choose roles: Signature').getByRole('button', { name: 'Add 1 role' }).click()
  await expect.poll(() => bodies(`POST ${members}`)).toMatchObject([{ identityId: matteo.id, roles: [id(43)] }])
  expect(calls('GET /profile/applications/approles')[0]?.path).toContain('visibility=ServiceManager')
})
