// The inspector: what somebody may do, and why.
import { afterEach, expect, test } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { PermissionCheck } from '#contract/effective-access.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Answers, close } from '#web/app/portal.harness.tsx'
import { id, ana, desk, list, at } from './permissions.harness.tsx'

afterEach(close)

const shows = (locator: Locator, text: RegExp) => expect.poll(() => locator.element().textContent).toMatch(text)

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
  const then = text('This is how it stood on 5 March 2026, as the audit log has it.')
  await expect.element(then).toBeVisible()
  const { backgroundColor } = getComputedStyle(then.element().closest('[role=status]')!)
  expect(backgroundColor, 'amber, as in docs/ux.md').toBe('rgb(255, 243, 221)')
  await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(1)
  await expect.element(text('In no group')).toBeVisible()
  expect(button(/^Why /).elements()).toEqual([])
  expect([location.search, calls('GET /admin/users/check/permissions').at(-1)?.path]).toEqual([
    '?user=ana.ruiz&asOf=2026-03-05',
    '/admin/users/check/permissions/ana.ruiz?asOf=2026-03-05',
  ])
  await button('Back to today').click()
  await expect.element(then).not.toBeInTheDocument()
  await expect.element(button('Why Role 2 at Global?')).toBeVisible()
  expect(location.search).toBe('?user=ana.ruiz')
})

test('As of: an address with a tenant and a day asks for both; anyone who was locked then had nothing', async () => {
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
