// For integrators: the second step of a new application, and what its page says to anyone who writes it.
import { afterEach, expect, test } from 'vitest'
import { newProtocol } from '#contract/application-fields.ts'
import { grants, keeps, openApplications } from './applications.harness.tsx'
import { close, config } from '#web/app/portal.harness.tsx'

afterEach(close)

const issuer = config.identityServerUrl
const redirect = 'Redirect addresses, number 1'

const firstStep = async (
  more: Parameters<typeof openApplications>[1] = {},
  address = 'https://grants.example/callback',
) => {
  const harness = await openApplications('', { 'POST /admin/applications': { body: grants }, ...more })
  await harness.button('New application').click()
  const dialog = harness.dialog('New application')
  const field = (label: string) => dialog.getByLabelText(label, { exact: true })
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await field('Application Id *').fill('grants')
  await field('Display name *').fill('Grants Desk')
  await field(redirect).fill(address)
  return {
    ...harness,
    dialog,
    field,
    press,
    made: () => harness.calls('POST /admin/applications').map(({ body }) => body as Record<string, unknown>),
  }
}

test('R5.4-05 the second step says flow, signature, place of the secret, back channel and refresh, and sends them', async () => {
  const { field, press, made, dialog } = await firstStep()
  await press('Next')
  await expect.element(dialog.getByRole('heading', { name: /Step 2 of 2/ })).toHaveFocus()
  await expect.element(field('Signature of the identity token')).toHaveValue('RS256')
  await expect.element(dialog.getByText(/Come with the code flow, with or without offline_access/)).toBeVisible()
  await expect.element(dialog.getByText('Header and body are both accepted')).toBeVisible()
  await field('Signature of the identity token').selectOptions('ES256')
  await field('Where the secret is sent').selectOptions('client_secret_post')
  await field('Back-channel logout address').fill('https://grants.example/backchannel')
  await press('Create')
  await expect.poll(made).toMatchObject([
    {
      protocol: { ...newProtocol, idTokenAlg: 'ES256', authMethod: 'client_secret_post' },
      backchannelLogoutUri: 'https://grants.example/backchannel',
    },
  ])
})

test('T83 a program for phones has its own scheme and no secret; a page of a site may not have such an address', async () => {
  const { field, press, made, dialog } = await firstStep({}, 'com.example.app:/callback')
  await press('Next')
  await expect.element(field(redirect)).toHaveAccessibleDescription(/An address has https/)
  await dialog.getByText('Phone or computer, no secret').click()
  await press('Next')
  await expect.element(dialog.getByRole('checkbox', { name: /^id_token$/ })).toBeDisabled()
  await expect.element(field('Shared secret *')).not.toBeInTheDocument()
  await press('Create')
  await expect.poll(made).toHaveLength(1)
  expect(made()[0]).toMatchObject({ protocol: { publicClient: true, native: true, responseTypes: ['code'] } })
  expect(made()[0]).not.toHaveProperty('sharedSecret')
  await expect.element(dialog.getByText('Shared secret')).not.toBeInTheDocument()
})

test('R8.6-15 what the server refuses in the first step is shown there, at its field', async () => {
  const code = 'application-id-reserved'
  const errors = [{ field: 'name', message: 'This Application Id cannot be used', code, data: {} }]
  const { field, press } = await firstStep({
    'POST /admin/applications': { status: 400, body: { code: 'invalid', errors } },
  })
  await press('Next')
  await press('Create')
  await expect.element(field('Application Id *')).toHaveAccessibleDescription('This Application Id cannot be used')
  await expect.element(field('Application Id *')).toHaveFocus()
})

const connect = async (more: Partial<typeof grants> = {}) => {
  const answers = { [`GET /admin/applications/${grants.id}`]: { body: { ...grants, ...more } } }
  const harness = await openApplications(`/${grants.id}/connect`, answers)
  const example = () => document.querySelector('pre')?.textContent ?? ''
  const kind = harness.page.getByLabelText('Kind', { exact: true })
  return { ...harness, example, kind }
}

test('T83 the page shows issuer, discovery address, client id and redirect addresses, each to be copied', async () => {
  const { page, text } = await connect({ postLogoutUris: ['https://grants.example/bye'] })
  await expect.element(page.getByRole('tab', { name: 'Connect' })).toHaveAttribute('aria-selected', 'true')
  const settings = page.getByRole('region', { name: 'Settings for the application' })
  for (const value of [
    issuer,
    `${issuer}/.well-known/openid-configuration`,
    'grants',
    'https://grants.example/callback',
    'https://grants.example/bye',
  ]) {
    await expect.element(settings.getByText(value, { exact: true })).toBeVisible()
    await expect.element(settings.getByRole('button', { name: `Copy ${value}`, exact: true })).toBeVisible()
  }
  await expect.element(text(/the claim role lists this person’s roles/)).toBeVisible()
  await expect.element(text(/Whoever has no role gets tokens with an empty list/)).toBeVisible()
})

test('T83 each kind has its example with the values of this application, and says what stands in its way', async () => {
  const { example, kind, text } = await connect()
  const holds = {
    server: 'client.ClientSecretBasic(',
    browser: 'new UserManager(',
    machine: 'grant_type=client_credentials',
    apache: 'OIDCClientID "grants"',
    spring: 'client-id: "grants"',
  }
  await expect.element(kind).toHaveValue('server')
  for (const [value, part] of Object.entries(holds)) {
    await kind.selectOptions(value)
    await expect.poll(example).toContain(part)
    expect(example()).toContain(issuer)
  }
  await kind.selectOptions('browser')
  await expect.element(text(/which a page cannot keep/)).toBeVisible()
  await kind.selectOptions('machine')
  await expect.element(text(/does not sign in as itself yet/)).toBeVisible()
})

test('T83 the example follows the kind: a page begins with the browser’s, without a secret anywhere', async () => {
  const { example, kind } = await connect({ protocol: { ...newProtocol, publicClient: true } })
  await expect.element(kind).toHaveValue('browser')
  for (const value of ['server', 'apache', 'spring']) {
    await kind.selectOptions(value)
    await expect.poll(example).not.toMatch(/secret/i)
  }
})

test('T83 only people with a role, and who may introspect, are properties; the page says who gets in', async () => {
  const harness = await openApplications(`/${grants.id}?edit=properties`)
  keeps(harness)
  const drawer = harness.dialog('Edit properties')
  await drawer.getByLabelText('Only people with a role').click()
  await drawer.getByLabelText('May introspect its tokens').fill('payroll')
  await drawer.getByRole('button', { name: 'Add application that may introspect' }).click()
  await expect.element(drawer.getByRole('button', { name: 'Remove payroll' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => harness.calls('PATCH').map(({ body }) => body))
    .toMatchObject([{ requiresRole: true, introspectors: ['payroll'] }])
  const facts = harness.page.getByRole('complementary', { name: 'About this application' })
  await expect.element(facts.getByText('Only people with a role')).toBeVisible()
})
