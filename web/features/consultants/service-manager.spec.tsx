// The service managers' page: roles are given at once, of those that are theirs to give.
import { afterEach, expect, test } from 'vitest'
import { MemberChange } from '#contract/access-history.ts'
import { Preview } from '#contract/access-preview.ts'
import { type Answers, close } from '#web/app/portal.harness.tsx'
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

const openManager = (role = ['SystemManager', 'User'], more: Answers = {}) =>
  openClients({
    path: 'service-manager',
    role,
    tenants: [{ ...managed, roles: [...managed.roles] }],
    people: [matteo],
    more: {
      [`GET ${members}/identity`]: { body: standing },
      [`POST ${members}`]: { body: { ...standing, roles: [] } },
      'GET /profile/applications/approles': list(applications),
      'GET /profile/access/changes': list([]),
      ...more,
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

const signer = {
  roleId: id(43),
  roleName: 'Signer',
  applicationId: 11,
  applicationName: 'signature',
}

const seller = {
  ...standing,
  roles: [
    {
      ...signer,
      hierarchyType: 'Own',
      inheritedFrom: null,
      endsOn: null,
    },
  ],
}

const loss = Preview.parse({
  summary: {
    losing: { people: 1, roles: 1 },
    gaining: { people: 0, roles: 0 },
    unchanged: 3,
    noRoleLeft: 0,
    newlySecondFactor: 0,
    tenants: 1,
  },
  stamp: 'seen',
  items: [
    {
      ...signer,
      applicationTitle: 'Signature',
      userId: matteo.id,
      displayName: matteo.displayName,
      userName: matteo.userName,
      email: matteo.email,
      change: 'Loses',
      tenants: 1,
      because: { tenantId: altamira.id, tenantName: altamira.title, viaGroup: null },
      noRoleLeft: false,
      everywhere: false,
    },
  ],
  count: 1,
})

const given = MemberChange.parse({
  id: 9,
  at: '2026-03-01T10:00:00.000Z',
  by: { id: id(5), name: 'marta.oliveira' },
  tenantId: altamira.id,
  tenantName: altamira.title,
  added: ['Signature · Signer'],
  removed: [],
  before: null,
  after: { isInheritable: false, roles: ['signature: Signer'] },
  undoable: true,
})

test('R6-16 who loses what is shown before access is revoked, and only what was seen is done', async () => {
  const { button, dialog, calls, bodies, page } = await openManager(undefined, {
    [`GET ${members}/identity`]: { body: seller },
    'POST /profile/access/preview': { body: loss },
    [`POST ${members}/revokeAccess`]: { body: standing },
  })
  await button('Edit the permissions of Matteo Puig').click()
  await dialog('Matteo Puig').getByRole('switch', { name: 'Access to Signature' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure to revoke this access?' })
  await expect.element(question.getByRole('cell', { name: /Matteo Puig/ })).toBeVisible()
  await expect.element(question.getByText('Loses', { exact: true })).toBeVisible()
  expect(bodies('POST /profile/access/preview')[0]).toMatchObject({
    kind: 'revoke',
    tenantId: altamira.id,
    revocation: { applicationIds: [11], userId: matteo.id, includeParent: false },
  })
  await question.getByRole('button', { name: 'Revoke access' }).click()
  await expect.poll(() => calls(`POST ${members}/revokeAccess`).length).toBe(1)
})

test('R6-16 the last changes of the assignment stand in the editor, and are undone from there', async () => {
  const { button, dialog, calls } = await openManager(undefined, {
    'GET /profile/access/changes': list([given]),
    'POST /profile/access/undo/9': { body: { success: true, errors: [] } },
  })
  await button('Edit the permissions of Matteo Puig').click()
  const history = dialog('Matteo Puig').getByRole('region', { name: 'Last changes of this assignment' })
  await expect.element(history.getByText(/Signer/)).toBeVisible()
  expect(calls('GET /profile/access/changes')[0]?.path).toContain(`tenantId=${altamira.id}`)
  await history.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => calls('POST /profile/access/undo/9').length).toBe(1)
  // The editor shows what stands now.
  await expect.poll(() => calls(`GET ${members}/identity`).length).toBeGreaterThan(1)
})
