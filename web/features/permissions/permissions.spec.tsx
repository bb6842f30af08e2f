import { afterEach, expect, test } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { PermissionCheck } from '#contract/effective-access.ts'
import type { IdentityDetail, TenantIdentity } from '#contract/permissions.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`
const ana: IdentityDetail = {
  id: id('a1'),
  identityType: 'User',
  displayName: 'Ana Ruiz',
  userName: 'ana.ruiz',
  email: 'ana@people.example',
  areaName: 'Spain',
  locked: false,
  draft: false,
  automated: false,
  tenantCount: 3,
  roleCount: 4,
  hasGlobal: true,
  memberCount: null,
  groupCount: 2,
  description: null,
  portalRoles: ['Manager'],
}
const desk: IdentityDetail = {
  ...ana,
  id: id('b1'),
  identityType: 'Group',
  displayName: 'Support desk',
  userName: null,
  email: null,
  memberCount: 2,
  groupCount: null,
  description: 'Answers the phone',
  hasGlobal: false,
  tenantCount: 1,
  portalRoles: [],
}
const users: IdentityDetail = {
  ...desk,
  id: id('b2'),
  displayName: 'Users',
  automated: true,
  memberCount: null,
  hasGlobal: true,
}
const role = {
  roleId: id('d1'),
  roleName: 'Buyer',
  applicationId: 7,
  applicationName: 'shop',
  applicationTitle: 'Shop',
  grantedOn: '2026-03-01T00:00:00Z',
  endsOn: null,
}
const row = (end: string, tenantName: string, change: Partial<TenantIdentity> = {}): TenantIdentity => ({
  id: id(`e${end}`),
  tenantId: id(`f${end}`),
  tenantName,
  path: [],
  hierarchyType: 'Own',
  isInheritable: true,
  roleCount: 1,
  roles: [role],
  grantedOn: '2026-03-01T00:00:00Z',
  grantedBy: 'Núria Puig',
  ...change,
})
const acme = row('1', 'Acme Iberia', { path: ['Meridian', 'Iberia'], hierarchyType: 'Both', isInheritable: false })
const above = row('2', 'Global', {
  tenantId: globalTenant,
  roles: [
    {
      ...role,
      roleId: id('d2'),
      roleName: 'Manager',
      applicationId: 2,
      applicationName: 'identity.global',
      applicationTitle: 'Portal',
    },
  ],
})
const member = {
  userId: ana.id,
  userName: 'ana.ruiz',
  groupId: desk.id,
  groupName: desk.displayName,
  permission: 'Owner',
  displayName: 'Ana Ruiz',
  email: 'ana@people.example',
  areaName: 'Spain',
  locked: true,
  draft: false,
}

const list = (...items: object[]) => ({ body: { items, count: items.length } })
const answers = (more: Answers = {}): Answers => ({
  'GET /admin/tenantIdentities/users': list(ana),
  'GET /admin/tenantIdentities/groups': list(desk, users),
  [`GET /admin/tenantIdentities/${ana.id}`]: { body: { items: [acme, above], count: 2, identity: ana } },
  [`GET /admin/tenantIdentities/${desk.id}`]: { body: { items: [row('3', 'Zeta')], count: 1, identity: desk } },
  [`GET /admin/tenantIdentities/groups/${desk.id}/users`]: list(member),
  'GET /admin/tenants': list(),
  ...more,
})
const at = (path: string, { role: roles = ['Administrator'], more = {} }: { role?: string[]; more?: Answers } = {}) =>
  open({ at: `/identity/admin${path}`, who: { role: roles }, answers: answers(more) })

const shows = (locator: Locator, text: RegExp) => expect.poll(() => locator.element().textContent).toMatch(text)

test('R2.5-42 permissions have the tabs Users and Groups, for an Administrator or a Manager; any other is sent to /', async () => {
  for (const role of [['Administrator'], ['God', 'Manager']]) {
    const { heading, page, link } = await at('/permissions', { role })
    await expect.element(heading('Permissions')).toBeVisible()
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Users', 'Groups'])
    await expect.element(link('Ana Ruiz')).toHaveAttribute('href', `/identity/admin/permissions/${ana.id}`)
    await page.getByRole('tab', { name: 'Groups' }).click()
    await expect.element(link('Support desk')).toBeVisible()
    expect(location.search).toBe('?tab=groups')
    await close()
  }
  for (const path of ['/permissions', `/permissions/${ana.id}`])
    for (const role of [['UserAdministrator'], ['God']]) {
      const { heading, calls } = await at(path, { role })
      await expect.poll(() => location.pathname.replace(/\/$/, ''), { timeout: 4000 }).toBe('/identity')
      await expect.element(heading('Your applications')).toBeVisible()
      expect(calls('GET /admin/tenantIdentities')).toEqual([])
      await close()
    }
})

test('R2.5-11 A-194 the menu has Permissions for an Administrator, and for a Manager who passes the gate', async () => {
  for (const [roles, there] of [
    [['Administrator'], true],
    [['UserAdministrator', 'Manager'], true],
    [['UserAdministrator'], false],
    [['God'], false],
  ] as const) {
    const { page } = await at('', { role: [...roles] })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect.element(menu.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    expect([roles, menu.getByRole('link', { name: 'Permissions' }).elements().length]).toEqual([roles, there ? 1 : 0])
    await close()
  }
})

test('R2.5-43 R3.8-08 a group shows its details, its tenants with their roles, and its users', async () => {
  const { heading, text, page } = await at(`/permissions/${desk.id}`)
  await expect.element(heading('Support desk')).toBeVisible()
  await expect.element(text('Answers the phone')).toBeVisible()
  const details = page.getByRole('region', { name: 'Details' })
  for (const [what, value] of [
    ['Area', 'Spain'],
    ['Users', '2'],
    ['Tenants', '1'],
    ['Roles', '4'],
  ] as const)
    expect(details.getByText(what, { exact: true }).element().parentElement?.textContent).toBe(what + value)
  await shows(page.getByRole('row', { name: /Zeta/ }), /Shop.*Buyer/)
  await page.getByRole('tab', { name: 'Users 2' }).click()
  await shows(page.getByRole('row', { name: /Ana Ruiz/ }), /Locked.*ana\.ruiz.*Owner/)
})

test('a user shows where something was given: path, type, whether it passes down, and the way to check what it comes to', async () => {
  const { page, link } = await at(`/permissions/${ana.id}`)
  await page.viewport(1440, 900)
  await shows(page.getByRole('row', { name: /Acme Iberia/ }), /Meridian › Iberia.*Both.*No.*01-03-2026/)
  await shows(page.getByRole('row', { name: /Global/ }), /Above all tenants.*Manager.*Own.*Yes/)
  await expect.element(link('Check permissions')).toHaveAttribute('href', '/identity/admin/inspector?user=ana.ruiz')
  await expect.element(link('Open user')).toHaveAttribute('href', `/identity/admin/users/${ana.id}`)
})

test('R8.5-01 Remove all asks in the words of the specification, names what is lost, and takes all current tenants', async () => {
  const question = 'Are you sure you want to remove all permissions from all current tenants for this user?'
  const { button, page, calls, text } = await at(`/permissions/${ana.id}`, {
    more: { [`DELETE /admin/tenantIdentities/${ana.id}`]: { body: { removed: 2 } } },
  })
  await button('Remove all').click()
  const asked = page.getByRole('alertdialog', { name: question })
  await expect
    .element(
      asked.getByText(
        'Ana Ruiz loses at once what was given to them at 2 tenants, and at the tenants below where it passes down.',
      ),
    )
    .toBeVisible()
  await expect.element(asked.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await asked.getByRole('button', { name: 'Keep' }).click()
  expect(calls('DELETE')).toEqual([])
  await button('Remove all').click()
  await asked.getByRole('button', { name: 'Remove all' }).click()
  await expect.element(text('Ana Ruiz has left 2 tenants')).toBeVisible()
  expect(calls('DELETE').map(({ path, body }) => [path, body])).toEqual([
    [`/admin/tenantIdentities/${ana.id}`, { tenantIds: [] }],
  ])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({ kind: 'leaveTenants', identityId: ana.id })
})

test('R8.5-01 a refusal is said where it was asked; the group Users keeps what it has', async () => {
  const { button, page, text } = await at('/permissions', {
    more: {
      [`DELETE /admin/tenantIdentities/${ana.id}`]: {
        status: 403,
        body: { code: 'permission-missing', message: 'You dont have permission to perform this action' },
      },
    },
  })
  await button('Actions for Ana Ruiz').click()
  await page.getByRole('menuitem', { name: 'Remove all permissions' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
  await expect
    .element(page.getByRole('alertdialog').getByText('You dont have permission to perform this action'))
    .toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('tab', { name: 'Groups' }).click()
  await button('Actions for Users').click()
  await expect
    .element(page.getByRole('menuitem', { name: /Remove all permissions/ }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('The group Users keeps what it has')).toBeVisible()
})

test('one row is taken away by its tenant; what was given at Global by an Administrator only', async () => {
  const { button, page, calls, text } = await at(`/permissions/${ana.id}`, {
    role: ['UserAdministrator', 'Manager'],
    more: { [`DELETE /admin/tenantIdentities/${ana.id}`]: { body: { removed: 1 } } },
  })
  await button('Actions for Global').click()
  await expect.element(page.getByRole('menuitem', { name: /Remove/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('Only an Administrator takes away what was given at Global')).toBeVisible()
  await button('Actions for Acme Iberia').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Remove the permissions of Ana Ruiz at Acme Iberia?' })
  await expect
    .element(asked.getByText('Ana Ruiz loses at once at Acme Iberia: Buyer. What comes in another way stays.'))
    .toBeVisible()
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => calls('DELETE').map(({ body }) => body)).toEqual([{ tenantIds: [acme.tenantId] }])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'leaveTenants',
    identityId: ana.id,
    tenantIds: [acme.tenantId],
  })
})

test('R6-15 A-72 whoever has no role with the word Administrator reads, and takes nothing away', async () => {
  const { page, heading, button } = await at(`/permissions/${ana.id}`, { role: ['God', 'Manager'] })
  await expect.element(heading('Ana Ruiz')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Acme Iberia/ })).toBeVisible()
  for (const name of ['Remove all', 'Actions for Acme Iberia'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await close()
  const lists = await at('/permissions', { role: ['God', 'Manager'] })
  await expect.element(lists.link('Ana Ruiz')).toBeVisible()
  await expect.element(lists.button('Bulk upload')).not.toBeInTheDocument()
  await close()
  await expect.element((await at('/permissions')).button('Bulk upload')).toBeVisible()
})

test('R6-15 A-72 whoever has a role with the word Administrator in it, and be it TenantAdministrator, sees the items of administrators; the server has the last word', async () => {
  const role = ['God', 'Manager', 'TenantAdministrator']
  const refused = {
    status: 403,
    body: {
      status: 403,
      code: 'permission-missing',
      message: 'You dont have permission to perform this action',
      errors: [],
    },
  }
  const { page, button, alert } = await at(`/permissions/${ana.id}`, {
    role,
    more: { [`DELETE /admin/tenantIdentities/${ana.id}`]: refused },
  })
  await expect.element(button('Remove all')).toBeVisible()
  await button('Actions for Acme Iberia').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(alert().first()).toMatchTextContent(/You dont have permission|may not/i)
  await close()
  const lists = await at('/permissions', { role })
  await expect.element(lists.button('Bulk upload')).toBeVisible()
  await lists.button('Actions for Ana Ruiz').click()
  await expect.element(lists.page.getByRole('menuitem', { name: /Remove all permissions/ })).toBeVisible()
})

test('A-61 a tenant leads a Manager to its page, and an Administrator to its members', async () => {
  for (const [role, tab] of [
    [['UserAdministrator', 'Manager'], ''],
    [['Administrator'], '?tab=members'],
  ] as const) {
    const { link } = await at(`/permissions/${ana.id}`, { role: [...role] })
    await expect.element(link('Acme Iberia')).toHaveAttribute('href', `/identity/admin/tenants/${acme.tenantId}${tab}`)
    await close()
  }
})

const application = (number: number): PermissionCheck['applicationPermissions'][number] => ({
  applicationId: 100 + number,
  applicationName: `app${number}`,
  displayName: `Application ${String(number).padStart(2, '0')}`,
  roles: [`Role ${number}`],
  roleEntries: [
    {
      id: id(`9${number}`),
      name: `Role ${number}`,
      direct: number % 2 === 0,
      viaGroups: number % 2 === 0 ? [] : ['Support desk'],
      tenant: { id: globalTenant, title: 'Global' },
    },
  ],
})
const checked = (change: Partial<PermissionCheck> = {}): PermissionCheck => ({
  groups: [{ id: desk.id, name: 'Support desk' }],
  applicationPermissions: Array.from({ length: 12 }, (_, index) => application(index + 1)),
  user: {
    id: ana.id,
    userName: 'ana.ruiz',
    displayName: 'Ana Ruiz',
    email: 'ana@people.example',
    locked: false,
    draft: false,
  },
  tenant: null,
  ...change,
})
const acmeItself = { id: id('f1'), title: 'Acme Iberia' }
const atAcme = (one: PermissionCheck['applicationPermissions'][number]) => ({
  ...one,
  roleEntries: one.roleEntries.map((entry) => ({ ...entry, tenant: acmeItself })),
})
const checker: Answers = {
  'GET /admin/users/check/permissions/ana.ruiz': ({ path }) => ({
    body: path.includes('tenantId')
      ? checked({ applicationPermissions: [atAcme(application(2))], tenant: acmeItself })
      : checked(),
  }),
}

test('R2.5-16 A-74 the Inspector opens by its address for an Administrator, and has no entry in the menu', async () => {
  const { page, heading } = await at('/inspector')
  await expect.element(heading('Inspector')).toBeVisible()
  await expect
    .element(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Inspector' }))
    .not.toBeInTheDocument()
  await close()
  const other = await at('/inspector', { role: ['UserAdministrator'] })
  await expect.element(other.heading('You may not see this page')).toBeVisible()
})

test('R2.5-44 R9-13 the checker shows the groups and application permissions of a chosen user, ten on a page', async () => {
  const { page, text, link, button, calls } = await at('/inspector', { more: checker })
  await page.getByRole('combobox', { name: 'User' }).fill('ana')
  await page.getByRole('option', { name: /Ana Ruiz/ }).click()
  await expect.element(link('Support desk')).toHaveAttribute('href', `/identity/admin/permissions/${desk.id}`)
  expect(location.search).toBe('?user=ana.ruiz')
  const rows = () => page.getByRole('rowheader').elements().length
  await expect.poll(rows).toBe(10)
  await expect.element(text('1–10 of 12')).toBeVisible()
  await shows(page.getByRole('row', { name: /Application 01/ }), /Role 1.*Support desk/)
  expect(page.getByRole('row', { name: /Application 02/ }).element().textContent).not.toContain('Support desk')
  await button('Next page').click()
  await expect.poll(rows).toBe(2)
  await page.getByRole('searchbox', { name: 'Find an application or a role' }).fill('ROLE 7')
  await expect.poll(rows).toBe(1)
  expect(calls('GET /admin/users/check/permissions').map(({ path }) => path)).toEqual([
    '/admin/users/check/permissions/ana.ruiz',
  ])
})

test('R2.5-44 at one tenant it shows what holds there; the address keeps who and where', async () => {
  const { page, text, calls } = await at('/inspector?user=ana.ruiz', {
    more: { ...checker, 'GET /admin/tenants': list({ id: id('f1'), title: 'Acme Iberia', areaName: 'Spain' }) },
  })
  await expect.element(text('1–10 of 12')).toBeVisible()
  await page.getByText('At one tenant').click()
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: /Acme Iberia/ }).click()
  await expect.element(page.getByRole('radio', { name: 'At Acme Iberia' })).toBeChecked()
  await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(1)
  expect(location.search).toBe(`?user=ana.ruiz&tenant=${id('f1')}`)
  expect(calls('GET /admin/users/check/permissions').at(-1)?.path).toBe(
    `/admin/users/check/permissions/ana.ruiz?tenantId=${id('f1')}`,
  )
  await page.getByText('Anywhere').click()
  await expect.element(text('1–10 of 12')).toBeVisible()
  expect(location.search).toBe('?user=ana.ruiz')
})

test('beside every role one click opens its reason: at the tenant that was asked about, anywhere at one that gives it', async () => {
  const anywhere = await at('/inspector?user=ana.ruiz', { more: checker })
  await anywhere.button('Why Role 2 at Global?').click()
  await expect.element(anywhere.dialog('Why does Ana Ruiz have this role?')).toBeVisible()
  await expect
    .poll(() => anywhere.calls('GET /admin/access/why').map(({ path }) => path))
    .toEqual([`/admin/access/why?userId=${ana.id}&roleId=${id('92')}&tenantId=${globalTenant}`])
  await close()
  const there = await at(`/inspector?user=ana.ruiz&tenant=${id('f1')}`, { more: checker })
  await there.button('Why Role 2 at Acme Iberia?').click()
  await expect
    .poll(() => there.calls('GET /admin/access/why').map(({ path }) => path.split('tenantId=')[1]))
    .toEqual([id('f1')])
})

test('As of: a day in the past asks what held then, stands in the address, and nothing of it is explained', async () => {
  const past = {
    'GET /admin/users/check/permissions/ana.ruiz': ({ path }: { path: string }) => ({
      body: path.includes('asOf=2026-03-05')
        ? checked({ groups: [], applicationPermissions: [application(2)] })
        : checked(),
    }),
  }
  const { page, button, calls, text } = await at('/inspector?user=ana.ruiz', { more: { ...checker, ...past } })
  await expect.element(button('Why Role 2 at Global?')).toBeVisible()
  const day = page.getByLabelText('As of')
  await day.fill('2026-03-05')
  await expect.element(text('This is how it stood on 05-03-2026, as the audit log has it.')).toBeVisible()
  await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(1)
  await expect.element(text('In no group')).toBeVisible()
  expect(button(/^Why /).elements()).toEqual([])
  expect([location.search, calls('GET /admin/users/check/permissions').at(-1)?.path]).toEqual([
    '?user=ana.ruiz&asOf=2026-03-05',
    '/admin/users/check/permissions/ana.ruiz?asOf=2026-03-05',
  ])
  await day.fill('')
  await expect.element(button('Why Role 2 at Global?')).toBeVisible()
  expect(location.search).toBe('?user=ana.ruiz')
})

test('As of: an address with a tenant and a day asks for both; whoever was locked then had nothing', async () => {
  const { page, calls, text } = await at(`/inspector?user=ana.ruiz&tenant=${id('f1')}&asOf=2026-03-05`, {
    more: {
      'GET /admin/users/check/permissions/ana.ruiz': {
        body: checked({ applicationPermissions: [], tenant: acmeItself, user: { ...checked().user, locked: true } }),
      },
    },
  })
  await expect.element(text('Ana Ruiz was locked then: nothing of what was given counted.')).toBeVisible()
  await expect.element(page.getByLabelText('As of')).toHaveValue('05-03-2026')
  expect(calls('GET /admin/users/check/permissions').map(({ path }) => path)).toEqual([
    `/admin/users/check/permissions/ana.ruiz?tenantId=${id('f1')}&asOf=2026-03-05`,
  ])
  await page.getByText('Anywhere').click()
  await expect.poll(() => location.search).toBe('?user=ana.ruiz&asOf=2026-03-05')
})

test('A-191 As of: of a day when there was no such tenant, and not yet the person, both are said', async () => {
  const absent = checked({ applicationPermissions: [], groups: [], tenant: acmeItself, absent: ['tenant', 'user'] })
  const { text } = await at(`/inspector?user=ana.ruiz&tenant=${id('f1')}&asOf=2026-03-05`, {
    more: { 'GET /admin/users/check/permissions/ana.ruiz': { body: absent } },
  })
  await expect.element(text('Ana Ruiz did not exist on 05-03-2026.')).toBeVisible()
  await expect
    .element(text(`“${acmeItself.title}” did not exist on 05-03-2026: nobody had anything there.`))
    .toBeVisible()
})

test('of a user each role that was given leads to its reason; of a group it is not asked', async () => {
  const { button, dialog, calls } = await at(`/permissions/${ana.id}`)
  await button('Why Manager at Global?').first().click()
  await expect.element(dialog('Why does Ana Ruiz have this role?')).toBeVisible()
  await expect
    .poll(() => calls('GET /admin/access/why').map(({ path }) => path))
    .toEqual([`/admin/access/why?userId=${ana.id}&roleId=${id('d2')}&tenantId=${globalTenant}`])
  await close()
  const group = await at(`/permissions/${desk.id}`)
  await shows(group.page.getByRole('row', { name: /Zeta/ }), /Shop.*Buyer/)
  expect(group.button(/^Why /).elements()).toEqual([])
})

test('somebody locked has nothing, and it is said why; nobody of that name is said, with a way back', async () => {
  const { text, button, page } = await at('/inspector?user=ana.ruiz', {
    more: {
      'GET /admin/users/check/permissions/ana.ruiz': {
        body: checked({ applicationPermissions: [], groups: [], user: { ...checked().user, locked: true } }),
      },
    },
  })
  await expect.element(text('Ana Ruiz is locked: until that ends nothing of what was given counts.')).toBeVisible()
  await expect.element(text('No permissions here')).toBeVisible()
  await button('Choose another user').click()
  await expect.element(page.getByRole('combobox', { name: 'User' })).toBeVisible()
  await close()
  const nobody = await at('/inspector?user=x', {
    more: {
      'GET /admin/users/check/permissions/x': {
        status: 404,
        body: { code: 'user-not-found', message: 'User does not exist' },
      },
    },
  })
  await expect
    .element(nobody.text('There is no “x” here, or not at that tenant any more. Choose somebody.'))
    .toBeVisible()
  await expect.element(nobody.page.getByRole('combobox', { name: 'User' })).toBeVisible()
})
