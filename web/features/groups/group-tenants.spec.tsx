import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ApplicationRole } from '#contract/application-roles.ts'
import type { GroupTenant } from '#contract/group-roles.ts'
import type { Group } from '#contract/group-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const id = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`
const desk: Group = {
  id: id('1'),
  name: 'Support desk',
  description: null,
  areaId: id('a1'),
  areaName: 'Spain',
  automated: false,
  createBy: 'nuria.puig',
  createOn: '2026-03-01T10:00:00Z',
  userIsOwner: false,
  memberCount: 2,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}
const ferrer: GroupTenant = {
  id: id('f1'),
  title: 'Grupo Ferrer',
  areaName: null,
  memberId: id('f2'),
  isInheritable: true,
  roleCount: 2,
  roles: ['Buyer', 'Seller'],
  roleEntries: [
    { roleId: id('d1'), roleName: 'Buyer', applicationTitle: 'Shop' },
    { roleId: id('d5'), roleName: 'Seller', applicationTitle: 'Shop' },
  ],
}
const above: GroupTenant = {
  ...ferrer,
  id: globalTenant,
  title: 'Global',
  memberId: id('f3'),
  roleCount: 1,
  roles: ['God'],
  roleEntries: [{ roleId: id('d3'), roleName: 'God', applicationTitle: 'Portal' }],
}
const acme = {
  id: id('c1'),
  title: 'Acme Iberia',
  areaId: null,
  areaName: 'Spain',
  taxNumber: 'B-77',
  viesNumber: null,
  parentId: null,
  groupAlias: null,
  auto: false,
  isUserCustomized: false,
  requiredTwoModeAuthentification: false,
}
const role = (end: string, name: string, change: Partial<ApplicationRole> = {}) => ({
  id: id(end),
  name,
  description: null,
  applicationId: 7,
  byHierarchy: false,
  operationRequestVisibility: false,
  serviceManagerVisibility: false,
  system: false,
  usedBy: 0,
  ...change,
})
const [buyer, inherited, god, manager] = [
  role('d1', 'Buyer'),
  role('d2', 'Inherited', { byHierarchy: true }),
  role('d3', 'God'),
  role('d4', 'Manager'),
]

const list = (...items: object[]) => ({ body: { items, count: items.length } })
const answers = (group: Group): Answers => ({
  [`GET /admin/groups/${group.id}`]: { body: group },
  [`GET /admin/groups/${group.id}/tenants`]: list(ferrer, above),
  [`GET /admin/groups/${group.id}/roles`]: list(),
  'GET /admin/tenants': list(acme),
  'GET /admin/applications': list(
    { id: 1, name: 'identity.global', displayName: 'Portal' },
    { id: 7, name: 'shop', displayName: 'Shop' },
  ),
  'GET /admin/applications/approles': list({ id: 7, name: 'shop', displayName: 'Shop', roles: [buyer, inherited] }),
  'GET /admin/app/1/roles': list(god, manager),
  'GET /admin/app/7/roles': list(buyer, inherited),
})
const tab = (who: string[] = ['Administrator'], group = desk) =>
  open({ at: `/identity/admin/groups/${group.id}?tab=tenants`, who: { role: who }, answers: answers(group) })
const dialogOf = async (who?: string[]) => {
  const harness = await tab(who)
  await harness.button('Add tenant').click()
  const tenantDialog = harness.dialog('Add a tenant to Support desk')
  const tenant = tenantDialog.getByRole('combobox', { name: 'Tenant', exact: true })
  const choose = async (name: string | RegExp) => {
    await tenant.click()
    await tenantDialog.getByRole('option', { name }).click()
  }
  const application = (name: string) => tenantDialog.getByLabelText('Application *').selectOptions(name)
  return {
    ...harness,
    tenantDialog,
    tenant,
    choose,
    application,
    box: (name: string) => tenantDialog.getByRole('checkbox', { name }),
    save: () => tenantDialog.getByRole('button', { name: 'Add tenant' }).click(),
    passesDown: tenantDialog.getByRole('switch'),
  }
}

test('R6-05 an Administrator adds a tenant to a group: with its roles, passed down to the tenants below or not', async () => {
  const { tenantDialog, choose, application, box, save, passesDown, calls, answers: all, text } = await dialogOf()
  await save()
  await expect.element(tenantDialog.getByText('Please select a tenant')).toBeVisible()
  await expect.element(tenantDialog.getByText('Please select an application')).toBeVisible()
  await choose(/Acme Iberia/)
  await application('Shop')
  await save()
  await expect.element(tenantDialog.getByText('Please select at least one role')).toBeVisible()
  await box('Buyer').click()
  await expect.element(box('Inherited')).toBeDisabled()
  await expect.element(tenantDialog.getByText('Given by inheritance only')).toBeVisible()
  await expect.element(passesDown).not.toBeChecked()
  await passesDown.click()
  all[`POST /admin/tenants/${acme.id}/members`] = {
    body: { id: id('e1'), tenantId: acme.id, tenantName: acme.title, roles: [] },
  }
  all[`GET /admin/groups/${desk.id}/tenants`] = list(ferrer, above, { ...ferrer, id: acme.id, title: acme.title })
  await save()
  await expect.element(text('Support desk has its roles at Acme Iberia now')).toBeVisible()
  expect(calls('POST /admin/tenants').map(({ path, body }) => [path, body])).toEqual([
    [
      `/admin/tenants/${acme.id}/members`,
      { identityType: 'Group', identityId: desk.id, roles: [buyer.id], isInheritable: true },
    ],
  ])
  await expect.element(text('Acme Iberia')).toBeVisible()
})

test('R6-05 roles of the portal are given at Global only, where they always pass down, and God by God only', async () => {
  const { tenantDialog, choose, application, box, save, passesDown, calls, answers: all } = await dialogOf()
  await choose(/Acme/)
  await application('Portal')
  await expect.element(box('Manager')).toBeDisabled()
  await expect.element(tenantDialog.getByText('Given at Global only').first()).toBeVisible()
  await tenantDialog.getByRole('button', { name: 'Choose another tenant' }).click()
  await choose(/^Global/)
  await expect.element(box('God')).toBeDisabled()
  await expect.element(tenantDialog.getByText('Only God gives this role')).toBeVisible()
  await expect.element(passesDown).toBeChecked()
  await expect.element(passesDown).toBeDisabled()
  await box('Manager').click()
  await application('Shop')
  await box('Buyer').click()
  await expect.element(tenantDialog.getByText('Portal: Manager')).toBeVisible()
  all[`POST /admin/tenants/${globalTenant}/members`] = {
    body: { id: id('e1'), tenantId: globalTenant, tenantName: 'Global', roles: [] },
  }
  await save()
  await expect
    .poll(() => calls('POST /admin/tenants').map(({ body }) => body))
    .toEqual([{ identityType: 'Group', identityId: desk.id, roles: [manager.id, buyer.id], isInheritable: true }])
})

test('R6-05 God gives God; what was chosen for Global is not given elsewhere', async () => {
  const { tenantDialog, choose, application, box, save } = await dialogOf(['God', 'Administrator'])
  await choose(/^Global/)
  await application('Portal')
  await box('God').click()
  await tenantDialog.getByRole('button', { name: 'Choose another tenant' }).click()
  await choose(/Acme/)
  await expect.element(box('God')).toBeDisabled()
  await save()
  await expect.element(tenantDialog.getByText('Please select at least one role')).toBeVisible()
})

test('R6-05 where the group stands already its roles are shown as held, and passing down stays as it is', async () => {
  const { tenantDialog, choose, application, box, passesDown, answers: all, calls } = await dialogOf()
  all[`GET /admin/groups/${desk.id}/roles`] = list({
    roleId: buyer.id,
    roleName: 'Buyer',
    applicationId: 7,
    applicationName: 'shop',
    tenantId: acme.id,
    tenantName: acme.title,
    isInheritable: true,
  })
  await choose(/Acme/)
  await expect
    .element(tenantDialog.getByText('The group has roles here already: the chosen ones come in addition.'))
    .toBeVisible()
  expect(decodeURIComponent(calls(`GET /admin/groups/${desk.id}/roles`).at(-1)?.path ?? '')).toContain(acme.id)
  await application('Shop')
  await expect.element(box('Buyer')).toBeChecked()
  await expect.element(box('Buyer')).toBeDisabled()
  await expect.element(passesDown).toBeChecked()
})

test('R9-10 R9-11 tenants are searched on the server 800 ms after the last letter; 25 are shown, ordered by title, Global above them', async () => {
  const { tenantDialog, tenant: search, calls, answers: all } = await dialogOf()
  // The menu counts them, too.
  const searches = () =>
    calls('GET /admin/tenants?')
      .map(({ path }) => path)
      .filter((path) => !path.includes('take=0'))
  await search.click()
  await expect.element(tenantDialog.getByRole('option', { name: /Acme Iberia/ })).toBeVisible()
  expect(searches()).toEqual(['/admin/tenants?take=25&orderBy=title'])
  expect(tenantDialog.getByRole('listbox').getByRole('option').elements()[0]?.textContent).toContain('Global')
  all['GET /admin/tenants'] = { body: { items: [acme], count: 41 } }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await search.fill('ac')
  await vi.advanceTimersByTimeAsync(500)
  await search.fill('acm')
  await vi.advanceTimersByTimeAsync(799)
  expect(searches()).toEqual(['/admin/tenants?take=25&orderBy=title'])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(tenantDialog.getByText('1 tenant · 40 more: type on to narrow it down')).toBeVisible()
  expect(searches().slice(1)).toEqual(['/admin/tenants?search=acm&take=25&orderBy=title'])
  expect(tenantDialog.getByRole('listbox').getByRole('option').elements()).toHaveLength(1)
})

test('R6-05 a tenant is taken away after a question that names what is lost, and the row of God by God only', async () => {
  const { button, page, calls, answers: all, text } = await tab()
  await expect.element(text('Shop · Buyer')).toBeVisible()
  await button('Actions for Global').click()
  await expect.element(text('Only God takes the role God away')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Actions for Grupo Ferrer').click()
  await page.getByRole('menuitem', { name: 'Take away' }).click()
  const tenantDialog = page.getByRole('alertdialog', { name: 'Take Grupo Ferrer away from Support desk?' })
  await expect
    .element(tenantDialog.getByText(/at Grupo Ferrer and at every tenant below: Shop · Buyer, Shop · Seller\./))
    .toBeVisible()
  all[`DELETE /admin/tenants/${ferrer.id}/members/${ferrer.memberId}`] = { body: {} }
  all[`GET /admin/groups/${desk.id}/tenants`] = list(above)
  await tenantDialog.getByRole('button', { name: 'Take away' }).click()
  await expect.element(text('Grupo Ferrer taken away from Support desk')).toBeVisible()
  expect(calls('DELETE /admin/tenants').map(({ path }) => path)).toEqual([
    `/admin/tenants/${ferrer.id}/members/${ferrer.memberId}`,
  ])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'removeMember',
    tenantId: ferrer.id,
    memberId: ferrer.memberId,
  })
  await expect.element(button('Actions for Grupo Ferrer')).not.toBeInTheDocument()
})

test('R5.7-02 the group Users takes no further tenant, and says so', async () => {
  const { text, button } = await tab(['God', 'Administrator'], {
    ...desk,
    name: 'Users',
    automated: true,
    memberCount: null,
  })
  await expect.element(text('No further tenant roles may be added to the group Users')).toBeVisible()
  await expect.element(text('Grupo Ferrer')).toBeVisible()
  await expect.element(button('Add tenant')).not.toBeInTheDocument()
  await expect.element(button('Actions for Grupo Ferrer')).not.toBeInTheDocument()
})

test('R6-15 A-72 a UserAdministrator adds a tenant to a group with the roles that they may give, and nothing at Global', async () => {
  const {
    tenantDialog,
    tenant,
    choose,
    application,
    box,
    save,
    calls,
    answers: all,
    text,
  } = await dialogOf(['UserAdministrator'])
  await tenant.click()
  await expect.element(tenantDialog.getByRole('option', { name: /Acme Iberia/ })).toBeVisible()
  await expect.element(tenantDialog.getByRole('option', { name: /Global/ })).not.toBeInTheDocument()
  await choose(/Acme Iberia/)
  await application('Shop')
  await box('Buyer').click()
  all[`POST /admin/tenants/${acme.id}/members`] = {
    body: { id: id('e1'), tenantId: acme.id, tenantName: acme.title, roles: [] },
  }
  await save()
  await expect.element(text('Support desk has its roles at Acme Iberia now')).toBeVisible()
  expect(calls('POST /admin/tenants').map(({ body }) => body)).toMatchObject([
    { identityId: desk.id, roles: [buyer.id] },
  ])
  for (const path of ['GET /admin/applications?', 'GET /admin/app/']) expect(calls(path)).toEqual([])
})

test('R6-15 A-67 what was given at Global stays with an Administrator, and a UserAdministrator reads so', async () => {
  const { text, button, page } = await tab(['UserAdministrator'])
  await button('Actions for Global').click()
  await expect.element(page.getByRole('menuitem', { name: /Take away/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('Only an Administrator takes away what was given at Global')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Actions for Grupo Ferrer').click()
  await expect.element(page.getByRole('menuitem', { name: 'Take away' })).not.toHaveAttribute('aria-disabled', 'true')
})
