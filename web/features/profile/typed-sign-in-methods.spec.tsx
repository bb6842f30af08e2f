// Dialogs of sign-in methods and of the proof: what is typed in them is not lost by Escape.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Authenticators, authenticators, Passkey } from '#contract/authenticators.ts'
import { stepUp } from '#contract/step-up.ts'
import { close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const addedOn = '2026-03-05T10:00:00Z'
const list = (given: Partial<Authenticators>) => ({
  body: Authenticators.parse({ app: null, passkeys: [], ...given }),
})
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const begun = {
  body: authenticators.beginApp.output.parse({ secret, uri: `otpauth://totp/Portico:marta?secret=${secret}` }),
}
const stepUpNeeded = { status: 403, body: { code: 'step-up-needed', message: 'Confirm that it is you, and try again' } }
const passkey = (change: Partial<Passkey> = {}) =>
  Passkey.parse({
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Work laptop',
    synced: false,
    createdOn: addedOn,
    lastUsedOn: null,
    ...change,
  })
const ways = (given: { password?: boolean; app?: boolean; passkey?: boolean } = {}) => ({
  body: stepUp.ways.output.parse({ password: true, app: false, passkey: false, ...given }),
})

const at = '/identity/profile'

const typing = [
  ['Add app', 'Add an authenticator app', /^Code that the app shows/],
  ['Add passkey', 'Add a passkey', /^Name/],
  ['Rename Work laptop', 'Rename Work laptop', /^Name/],
  ['New recovery codes', 'Confirm that it is you', /^Password/],
] as const

test.each(typing)('what is typed after "%s" is not lost by Escape: it asks first', async (opens, title, label) => {
  const { button, dialog, page } = await open({
    at,
    answers: {
      'GET /profile/authenticators': list({
        app: opens === 'Add app' ? null : { addedOn, recoveryCodesLeft: 10 },
        passkeys: [passkey()],
      }),
      'POST /profile/authenticators/app': begun,
      'GET /profile/stepUp': ways(),
      'POST /profile/authenticators/recoveryCodes': stepUpNeeded,
    },
  })
  await button(opens).click()
  if (opens === 'New recovery codes')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  const field = dialog(title).getByLabelText(label)
  await field.fill('1234')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field).toHaveValue('1234')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog(title)).not.toBeInTheDocument()
})
