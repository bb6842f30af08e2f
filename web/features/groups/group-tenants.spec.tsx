// A tenant is added to a group.
import { afterEach, expect, test, vi } from 'vitest'
import { globalTenant } from '#contract/tenants.ts'
import { close, marta } from '#web/app/portal.harness.tsx'
import { drawn, write } from '#web/ui/render.harness.tsx'
import { above, acme, buyer, changedBy, desk, dialogOf, ferrer, id, list, manager } from './group-tenants.harness.tsx'

afterEach(close)

test('R6-05 an Administrator adds a tenant to a group: with its roles, passed down to the tenants below or not', async () => {
  const {
    tenantDialog,
    choose,
    application,
    box,
    save,
    passesDown,
    button,
    calls,
    answers: all,
    text,
  } = await dialogOf()
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
  all['GET /admin/access/changes'] = changedBy(marta.sub)
  all['POST /admin/access/undo/41'] = { body: { success: true, errors: [] } }
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'addMember',
    tenantId: acme.id,
    member: { identityType: 'Group', identityId: desk.id, roles: [buyer.id], isInheritable: true },
  })
  expect(calls('POST /admin/tenants').map(({ path, body }) => [path, body])).toEqual([
    [
      `/admin/tenants/${acme.id}/members`,
      { identityType: 'Group', identityId: desk.id, roles: [buyer.id], isInheritable: true },
    ],
  ])
  await expect.element(text('Acme Iberia')).toBeVisible()
  await button('Undo').click()
  await expect.element(text('The change was undone')).toBeVisible()
  expect(calls('GET /admin/access/changes').at(-1)?.path).toContain(`tenantId=${acme.id}`)
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
  write(search, 'ac')
  await vi.advanceTimersByTimeAsync(500)
  write(search, 'acm')
  await vi.advanceTimersByTimeAsync(799)
  await drawn()
  expect(searches()).toEqual(['/admin/tenants?take=25&orderBy=title'])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(tenantDialog.getByText('1 tenant · 40 more: type on to narrow it down')).toBeVisible()
  expect(searches().slice(1)).toEqual(['/admin/tenants?search=acm&take=25&orderBy=title'])
  expect(tenantDialog.getByRole('listbox').getByRole('option').elements()).toHaveLength(1)
})

test('R9-11 of applications and of the roles of one a thousand are there to choose from, whoever chooses', async () => {
  const takenOf = (paths: readonly { path: string }[]) =>
    new Set(paths.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('take')).filter((take) => take !== '0'))
  const first = await dialogOf()
  await first.choose(/Acme/)
  await first.application('Shop')
  await expect.element(first.box('Buyer')).toBeVisible()
  expect([...takenOf(first.calls('GET /admin/applications?'))]).toEqual(['1000'])
  expect([...takenOf(first.calls('GET /admin/app/'))]).toEqual(['1000'])
  await close()
  const second = await dialogOf(['UserAdministrator'])
  await second.choose(/Acme/)
  await second.application('Shop')
  await expect.element(second.box('Buyer')).toBeVisible()
  expect([...takenOf(second.calls('GET /admin/applications/approles'))]).toEqual(['1000'])
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
