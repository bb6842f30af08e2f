// What one signs in with besides the password, and the proof that its changes want.
import { afterEach, expect, test, vi } from 'vitest'
import { authenticators } from '#contract/authenticators.ts'
import { stepUp } from '#contract/step-up.ts'
import { close, open } from '#web/app/portal.harness.tsx'
import { addedOn, at, begun, list, passkey, secret, stepUpNeeded, ways } from './sign-in-methods.harness.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

const withApp = (recoveryCodesLeft = 10) => list({ app: { addedOn, recoveryCodesLeft } })
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-DDD${index + 2}`)
const codes = { body: authenticators.confirmApp.output.parse({ recoveryCodes }) }
const wrongCode = {
  status: 400,
  body: {
    code: 'invalid',
    errors: [{ field: 'code', message: 'not right', code: 'authenticator-code-wrong', data: {} }],
  },
}

test('an authenticator app is added by its picture and its first code; recovery codes are shown once', async () => {
  const { button, dialog, text, page, answers, calls } = await open({
    at,
    answers: { 'GET /profile/authenticators': list(), 'POST /profile/authenticators/app': begun },
  })
  await button('Add app').click()
  const adding = dialog('Add an authenticator app')
  await expect.element(adding.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect.element(adding.getByRole('textbox', { name: 'Or type this key into the app' })).toHaveValue(secret)
  await adding.getByRole('button', { name: 'Add app' }).click()
  await expect.element(adding.getByText('Enter the code')).toBeVisible()
  const code = adding.getByRole('textbox', { name: 'Code that the app shows' })
  answers['POST /profile/authenticators/app/confirm'] = wrongCode
  await code.fill('111111')
  await adding.getByRole('button', { name: 'Add app' }).click()
  await expect.element(adding.getByText(/This code is not right/)).toBeVisible()
  answers['POST /profile/authenticators/app/confirm'] = () => {
    answers['GET /profile/authenticators'] = withApp()
    return codes
  }
  await code.fill('123456')
  await adding.getByRole('button', { name: 'Add app' }).click()
  const shown = dialog('Your recovery codes')
  for (const recovery of recoveryCodes) await expect.element(shown.getByText(recovery)).toBeVisible()
  expect(calls('POST /profile/authenticators/app/confirm').map(({ body }) => body)).toEqual([
    { code: '111111' },
    { code: '123456' },
  ])
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect.element(text(/10 recovery codes left/)).toBeVisible()
  expect(document.body.innerHTML).not.toContain(recoveryCodes[0])
  expect(document.body.innerHTML).not.toContain(secret)
})

test('new recovery codes are made after a question, and the app is removed after another', async () => {
  const { button, dialog, page, text, answers } = await open({
    at,
    answers: {
      'GET /profile/authenticators': withApp(1),
      'POST /profile/authenticators/recoveryCodes': codes,
    },
  })
  await expect.element(text(/1 recovery code left/)).toBeVisible()
  await button('New recovery codes').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  await expect.element(dialog('Your recovery codes').getByText(recoveryCodes[9] ?? '')).toBeVisible()
  await button('I have kept them').click()
  answers['DELETE /profile/authenticators/app'] = () => {
    answers['GET /profile/authenticators'] = list()
    return { body: {} }
  }
  await button('Remove app').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click()
  await expect.element(text('The authenticator app was removed')).toBeVisible()
  await expect.element(button('Add app')).toBeVisible()
})

test('A-77 anyone who impersonates somebody changes nothing of it', async () => {
  const { button, text } = await open({
    at,
    who: { act: { sub: 'a-god' } },
    answers: { 'GET /profile/authenticators': withApp() },
  })
  await expect.element(text(/10 recovery codes left/)).toBeVisible()
  for (const name of ['New recovery codes', 'Remove app']) await expect.element(button(name)).not.toBeInTheDocument()
})

const confirmed = (given: object) => ({ body: stepUp.confirm.output.parse({ success: false, errors: [], ...given }) })

test('a call that wants a proof asks for it in a dialog, and is made again with it', async () => {
  let proven = false
  const { button, dialog, answers, calls } = await open({
    at,
    answers: {
      'GET /profile/stepUp': ways({ app: true }),
      'POST /profile/authenticators/app': () => (proven ? begun : stepUpNeeded),
      'POST /profile/stepUp': confirmed({ code: 'wrong-password' }),
    },
  })
  await button('Add app').click()
  const asking = dialog('Confirm that it is you')
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(asking.getByText('Enter your password')).toBeVisible()
  await expect.element(asking.getByText('Enter the code')).toBeVisible()
  await asking.getByLabelText(/^Password/).fill('guessed')
  await asking.getByRole('textbox', { name: 'Code of the authenticator app' }).fill('123456')
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(asking.getByText('The password is not right')).toBeVisible()
  answers['POST /profile/stepUp'] = confirmed({ code: 'locked-out' })
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(asking.getByText(/Too many failed attempts/)).toBeVisible()
  answers['POST /profile/stepUp'] = () => {
    proven = true
    return confirmed({ success: true })
  }
  await asking.getByLabelText(/^Password/).fill('right')
  await asking.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(dialog('Add an authenticator app')).toBeVisible()
  await expect.element(asking).not.toBeInTheDocument()
  expect(calls('POST /profile/authenticators/app')).toHaveLength(2)
  expect(calls('POST /profile/stepUp').at(-1)?.body).toEqual({ password: 'right', code: '123456' })
})

test('anyone who would rather not is told what was missing; without a password the way leads through a new sign-in', async () => {
  const { button, dialog, text, answers, calls } = await open({
    at,
    answers: { 'GET /profile/stepUp': ways(), 'POST /profile/authenticators/app': stepUpNeeded },
  })
  await button('Add app').click()
  await dialog('Confirm that it is you').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(text('Confirm that it is you, and try again')).toBeVisible()
  expect(calls('POST /profile/authenticators/app')).toHaveLength(1)
  answers['GET /profile/stepUp'] = ways({ password: false })
  await button('Add app').click()
  const again = dialog('Confirm that it is you').getByRole('link', { name: 'Sign in again' })
  await expect
    .element(again)
    .toHaveAttribute(
      'href',
      expect.stringContaining('/account/externalLogin?provider=Microsoft&resume=%2Fidentity%2Fprofile'),
    )
  await dialog('Confirm that it is you').getByRole('button', { name: 'Cancel' }).click()
})

const options = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Portico' },
  user: { id: 'AAAA', name: 'marta', displayName: 'Marta' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}
const asCredential = (json: object): PublicKeyCredential =>
  Object.assign(Object.create(PublicKeyCredential.prototype), { toJSON: () => json })
const made = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'AA', transports: ['internal'] },
}

test('a passkey gets a name, is made by the browser, and stands in the list', async () => {
  const create = vi
    .spyOn(navigator.credentials, 'create')
    .mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    .mockResolvedValue(asCredential(made))
  const { button, dialog, text, answers, calls } = await open({
    at,
    answers: {
      'GET /profile/authenticators/passkeys/options': { body: { transaction: 't-1', options } },
      'POST /profile/authenticators/passkeys': () => {
        answers['GET /profile/authenticators'] = list({ passkeys: [passkey({ synced: true })] })
        return { body: passkey() }
      },
    },
  })
  await button('Add passkey').click()
  const adding = dialog('Add a passkey')
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect.element(adding.getByText('Enter a name')).toBeVisible()
  await adding.getByRole('textbox', { name: /^Name/ }).fill(' Work laptop ')
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => create.mock.calls.length).toBe(1)
  expect(calls('POST /profile/authenticators/passkeys')).toHaveLength(0)
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect.element(text('Passkey added: Work laptop')).toBeVisible()
  await expect.element(text(/Added on .* · Not used yet · On several devices/)).toBeVisible()
  expect(calls('POST /profile/authenticators/passkeys').at(0)?.body).toEqual({
    transaction: 't-1',
    name: 'Work laptop',
    credential: made,
  })
})

test('a passkey gets another name', async () => {
  const path = `/profile/authenticators/passkeys/${passkey().id}`
  const { button, dialog, text, answers, calls } = await open({
    at,
    answers: { 'GET /profile/authenticators': list({ passkeys: [passkey()] }) },
  })
  answers[`PATCH ${path}`] = () => {
    answers['GET /profile/authenticators'] = list({ passkeys: [passkey({ name: 'Old laptop' })] })
    return { body: passkey({ name: 'Old laptop' }) }
  }
  await button('Rename Work laptop').click()
  const renaming = dialog('Rename Work laptop')
  const name = renaming.getByRole('textbox', { name: /^Name/ })
  await expect.element(name).toHaveValue('Work laptop')
  await name.fill('  ')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect.element(renaming.getByText('Enter a name')).toBeVisible()
  await name.fill(' Old laptop ')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect.element(text('Passkey renamed: Old laptop')).toBeVisible()
  await expect.element(button('Remove Old laptop')).toBeVisible()
  expect(calls(`PATCH ${path}`).map(({ body }) => body)).toEqual([{ name: 'Old laptop' }])
})

test('a passkey is removed after a question', async () => {
  const one = passkey({ lastUsedOn: new Date(Date.now() - 3_600_000).toISOString() })
  const path = `/profile/authenticators/passkeys/${one.id}`
  const { button, page, text, answers } = await open({
    at,
    answers: { 'GET /profile/authenticators': list({ passkeys: [one] }) },
  })
  await expect.element(text(/Used 1 hour ago/)).toBeVisible()
  answers[`DELETE ${path}`] = () => {
    answers['GET /profile/authenticators'] = list()
    return { body: {} }
  }
  await button('Remove Work laptop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(text('Passkey removed: Work laptop')).toBeVisible()
  await expect.element(button('Remove Work laptop')).not.toBeInTheDocument()
})

test('a passkey is a proof as well', async () => {
  let proven = false
  const used = {
    ...made,
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
  }
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(asCredential(used))
  const { button, dialog, calls } = await open({
    at,
    answers: {
      'GET /profile/stepUp': ways({ passkey: true }),
      'GET /profile/stepUp/passkey': {
        body: { transaction: 't-2', options: { challenge: 'AAAA', rpId: 'localhost' } },
      },
      'POST /profile/authenticators/app': () => (proven ? begun : stepUpNeeded),
      'POST /profile/stepUp/passkey': () => {
        proven = true
        return { body: stepUp.confirmWithPasskey.output.parse({ success: true, errors: [] }) }
      },
    },
  })
  await button('Add app').click()
  await dialog('Confirm that it is you').getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect.element(dialog('Add an authenticator app')).toBeVisible()
  expect(calls('POST /profile/stepUp/passkey')[0]?.body).toEqual({ transaction: 't-2', credential: used })
})
