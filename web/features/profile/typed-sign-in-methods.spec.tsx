// Dialogs of sign-in methods and of the proof: what is typed in them is not lost by Escape.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close, open } from '#web/app/portal.harness.tsx'
import { addedOn, at, begun, list, passkey, stepUpNeeded, ways } from './sign-in-methods.harness.ts'

afterEach(close)

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
