// /admin/pats and /admin/control-pats: personal access tokens, one's own and everyone's.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AccessToken, CreatedAccessToken } from '#contract/access-tokens.ts'
import { TenantItem } from '#contract/tenant-entry.ts'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'
import { dayInWords, dayOfDate } from '#web/lib/day.ts'

afterEach(close)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const token = (number: number, name: string, change: Partial<AccessToken> = {}) =>
  AccessToken.parse({
    id: idOf(number),
    name,
    applicationName: 'identity',
    expiresAt: inDays(900),
    lastDateOfUse: null,
    createByName: 'marta.oliveira',
    createdById: idOf(9),
    createdOn: inDays(-10),
    prefix: 'ptp_abc123',
    tenantId: null,
    tenantName: null,
    ...change,
  })
const items = [
  token(1, 'Report', { lastDateOfUse: inDays(-2) }),
  token(2, 'Sync', { expiresAt: inDays(12), createByName: 'nuria.puig' }),
  token(3, 'Migration', { expiresAt: inDays(-1) }),
]
const application = { id: 7, name: 'grants', displayName: 'Grants', iconVersion: null }
const tenant = TenantItem.parse({
  id: idOf(8),
  title: 'Contoso',
  areaId: null,
  areaName: null,
  taxNumber: 'B-12',
  viesNumber: null,
  parentId: null,
  groupAlias: null,
  auto: false,
  isUserCustomized: false,
  requiredTwoModeAuthentification: false,
})
const value = `ptp_${'x'.repeat(43)}`

const answers: Answers = {
  'GET /keys': { body: { items, count: 3 } },
  'GET /keys/allpats': { body: { items, count: 3 } },
  'GET /admin/applications': { body: { items: [application], count: 1 } },
  'GET /admin/tenants': { body: { items: [tenant], count: 1 } },
  'POST /keys': { body: CreatedAccessToken.parse({ ...token(4, 'Nightly'), token: value }) },
  [`PATCH /keys/${idOf(1)}`]: { body: items[0] },
  [`DELETE /keys/${idOf(2)}`]: { body: {} },
}

const opened = async (path: string, role: string[], more: Answers = {}) => {
  const harness = await open({ at: `/identity/admin/${path}`, who: { role }, answers: { ...answers, ...more } })
  await expect.element(harness.page.getByRole('row', { name: /Migration/ })).toBeVisible()
  return harness
}
const own = (more?: Answers) => opened('pats', ['Administrator'], more)
const creating = async (more?: Answers) => {
  const harness = await own(more)
  await harness.button('New token').click()
  const dialog = harness.page.getByRole('dialog', { name: 'New personal access token' })
  await expect.element(dialog).toBeVisible()
  return { ...harness, dialog, create: () => dialog.getByRole('button', { name: 'Create token' }).click() }
}
const texts = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)

test('R2.5-12 R3.8-09 R9-17 one’s own tokens are listed by name, with application, end, state and last use', async () => {
  const { calls } = await own()
  expect(calls('GET /keys?skip')[0]?.path).toBe('/keys?skip=0&take=10&orderBy=name+asc')
  const [report, sync, migration] = texts()
  for (const part of ['Report', 'ptp_abc123…', 'identity', 'Active', '2 days ago']) expect(report).toContain(part)
  for (const part of ['Expires soon', 'Never used']) expect(sync).toContain(part)
  expect(migration).toContain('Expired')
})

test('R5.5-01 R5.5-02 a token needs a name, an application and a day to come', async () => {
  const { create, dialog, calls } = await creating()
  await create()
  await expect.element(dialog.getByText('Name is required')).toBeVisible()
  await expect.element(dialog.getByText('Application is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Expires on' }).fill(dayInWords(dayOfDate(new Date())))
  const tooEarly = dialog.getByText("The expiration date must be greater than today's date")
  await expect.element(tooEarly).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Expires on' }).click()
  await userEvent.keyboard('{Control>}a{/Control}99-99')
  await userEvent.tab()
  await expect.element(dialog.getByText('Write the day as DD-MM-YYYY')).toBeVisible()
  await expect.element(tooEarly).not.toBeVisible()
  expect(calls('POST /keys')).toHaveLength(0)
})

test('R5.5-03 R7.5-17 five years ahead unless another day is chosen; the value is shown this once', async () => {
  const { create, dialog, page, calls, button } = await creating()
  const now = new Date()
  const fiveYearsAhead = new Date(now.getFullYear() + 5, now.getMonth(), now.getDate())
  await expect
    .element(dialog.getByRole('textbox', { name: 'Expires on' }))
    .toHaveValue(dayInWords(dayOfDate(fiveYearsAhead)))
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' Nightly ')
  await dialog.getByRole('combobox', { name: 'Application' }).click()
  await page.getByRole('option', { name: /Grants/ }).click()
  await create()
  await expect
    .poll(() => calls('POST /keys').map(({ body }) => body))
    .toEqual([{ name: 'Nightly', applicationName: 'grants', expiresAt: fiveYearsAhead.toISOString() }])
  await expect.element(page.getByRole('textbox', { name: 'Your token' })).toHaveValue(value)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('textbox', { name: 'Your token' })).toBeVisible()
  await button('Close').last().click()
  await expect.poll(() => document.body.innerHTML.includes(value)).toBe(false)
})

test('a tenant’s directory gets a token with the address to enter, and the list says whose it is', async () => {
  const directory = { tenantId: tenant.id, tenantName: 'Contoso' }
  const secret = `ptd_${'x'.repeat(43)}`
  const { create, dialog, page, calls } = await creating({
    'GET /keys': { body: { items: [token(3, 'Migration'), token(5, 'Entra', directory)], count: 2 } },
    'POST /keys': { body: CreatedAccessToken.parse({ ...token(5, 'Entra', directory), token: secret }) },
  })
  expect(texts()[1]).toContain('Directory of Contoso')
  await dialog.getByRole('button', { name: 'A tenant’s directory' }).click()
  await create()
  await expect.element(dialog.getByText('Tenant is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Entra')
  await dialog.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: /Contoso/ }).click()
  await create()
  await expect
    .poll(() => calls('POST /keys').map(({ body }) => body))
    .toEqual([expect.objectContaining({ name: 'Entra', applicationName: 'identity', tenantId: tenant.id })])
  await expect.element(page.getByRole('textbox', { name: 'Your token' })).toHaveValue(secret)
  await expect
    .element(page.getByRole('textbox', { name: 'Address for the directory' }))
    .toHaveValue(`${location.origin}/scim/v2`)
})

test('on the narrowest screen nothing in the dialog is wider than it', async () => {
  const { dialog, page } = await creating()
  await page.viewport(320, 700)
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Create token' }).element().getBoundingClientRect().right)
    .toBeLessThan(300)
  expect(dialog.getByRole('textbox', { name: 'Name' }).element().getBoundingClientRect().right).toBeLessThan(300)
  await page.viewport(1280, 900)
})

test('R7.5-17 a token is renamed in its row, and revoked after a question that says what follows', async () => {
  const { page, calls, button } = await own()
  await button('Actions for Report').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls(`PATCH /keys/${idOf(1)}`).map(({ body }) => body)).toEqual([{ name: 'Weekly' }])
  await button('Actions for Sync').click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke Sync?' })
  await expect.element(question.getByText(/refused from the next call on/)).toBeVisible()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => calls(`DELETE /keys/${idOf(2)}`)).toHaveLength(1)
})

test('R2.5-15 R7.5-18 God reads everyone’s tokens with their owners, and may only revoke them', async () => {
  const { page, calls, button } = await opened('control-pats', ['God'])
  expect(calls('GET /keys/allpats?skip')[0]?.path).toContain('orderBy=createByName+asc')
  expect(texts()[1]).toContain('nuria.puig')
  expect(page.getByRole('button', { name: 'New token' }).elements()).toHaveLength(0)
  await button('Actions for Sync of nuria.puig').click()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Revoke'])
})

test('A-73 what is expired, active or never used is a filter', async () => {
  const { page, calls } = await opened('control-pats', ['God'])
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Never used')
  await expect.poll(() => calls('GET /keys/allpats').at(-1)?.path).toContain('filter=lastDateOfUse+eq+null')
})
