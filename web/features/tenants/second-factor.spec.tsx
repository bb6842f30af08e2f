// /admin/twomodeauth: which tenants ask for the mailed code, and switching it.
import { afterEach, expect, test } from 'vitest'
import { TenantItem } from '#contract/tenant-entry.ts'
import { close } from '#web/app/portal.harness.tsx'
import { barcelona, customers, madrid, openTenants, type Harness } from './tenants.harness.tsx'

afterEach(close)

const openPage = () => openTenants('twomodeauth', { tenants: [barcelona, madrid] })
const requestsOf = ({ calls }: Harness) =>
  Object.fromEntries(
    new URLSearchParams(
      calls('GET /admin/tenants?')
        .filter(({ path }) => !path.includes('take=0'))
        .at(-1)
        ?.path.split('?')[1],
    ),
  )

test('R2.5-52 R2.5-13 A-39 the tenants stand by title with CIF, area and a tag Enabled or Disabled, filtered by area and creation', async () => {
  const harness = await openPage()
  await expect.element(harness.heading('MFA Configuration')).toBeVisible()
  for (const name of ['Title', 'CIF', 'Area', 'MFA'])
    await expect.element(harness.page.getByRole('columnheader', { name })).toBeVisible()
  await expect.poll(() => requestsOf(harness)).toMatchObject({ orderBy: 'title asc' })
  await expect
    .element(harness.page.getByRole('row', { name: /Innovation Barcelona/ }))
    .toMatchTextContent(/B-77.*Innovation Spain.*Enabled/)
  await expect.element(harness.page.getByRole('row', { name: /Innovation Madrid/ })).toMatchTextContent(/Disabled/)
  await harness.page.getByRole('combobox', { name: 'Area', exact: true }).selectOptions('Customers')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ filter: `areaId eq ${customers.id}` })
  await harness.page.getByRole('combobox', { name: 'Creation', exact: true }).selectOptions('Manual')
  await expect.poll(() => requestsOf(harness)).toMatchObject({ creation: 'Manual' })
})

test('R2.5-53 R2.5-54 R7.7-03 the tag asks whether to enable or to disable the factor; confirmed, the server is told and the tag changes', async () => {
  const harness = await openPage()
  for (const { id } of [barcelona, madrid])
    harness.answers[`POST /admin/tenants/twoModeAuth/${id}`] = ({ body }) => {
      harness.stored.set(id, { requiredTwoModeAuthentification: (body as { enable: boolean }).enable })
      return { body: { success: true, errors: [], tenant: TenantItem.parse(harness.stored.shown(id)) } }
    }
  await harness.button('Disabled: MFA of Innovation Madrid').click()
  const enabling = harness.page.getByRole('alertdialog', { name: 'Are you sure to enable the MFA factor?' })
  await expect.element(enabling.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await enabling.getByRole('button', { name: 'Enable' }).click()
  await expect.element(harness.button('Enabled: MFA of Innovation Madrid')).toHaveTextContent('Enabled')
  await harness.button('Enabled: MFA of Innovation Barcelona').click()
  const disabling = harness.page.getByRole('alertdialog', { name: 'Are you sure to disable the MFA factor?' })
  await disabling.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(harness.button('Enabled: MFA of Innovation Barcelona')).toBeVisible()
  await harness.button('Enabled: MFA of Innovation Barcelona').click()
  await disabling.getByRole('button', { name: 'Disable' }).click()
  await expect.element(harness.button('Disabled: MFA of Innovation Barcelona')).toHaveTextContent('Disabled')
  expect(
    harness.calls('POST /admin/tenants/twoModeAuth').map(({ path, body }) => [path.split('/').at(-1), body]),
  ).toEqual([
    [madrid.id, { enable: true }],
    [barcelona.id, { enable: false }],
  ])
})

test('R2.5-54 what the server refuses stands in the question, and the tag stays', async () => {
  const harness = await openPage()
  harness.answers[`POST /admin/tenants/twoModeAuth/${madrid.id}`] = { status: 503 }
  await harness.button('Disabled: MFA of Innovation Madrid').click()
  const question = harness.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Enable' }).click()
  await expect
    .element(question.getByRole('alert'))
    .toHaveTextContent('The service is busy, please try again in a moment')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(harness.button('Disabled: MFA of Innovation Madrid')).toBeVisible()
})
