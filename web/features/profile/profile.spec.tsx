import { afterEach, expect, test } from 'vitest'
import { close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

test('R2.6-01 R2.6-09 the profile shows the information and the picture of the reader, 180 px wide', async () => {
  const { text, pictures } = await open({ at: '/identity/profile' })
  await expect.element(text('marta.oliveira')).toBeVisible()
  await expect.element(text('marta@group.example')).toBeVisible()
  const picture = document.querySelector('.picture .avatar')
  expect(picture?.getBoundingClientRect().width).toBe(180)
  await expect.poll(() => pictures).toContainEqual(expect.stringMatching(/avatar\/[0-9a-f]{64}\?s=180&d=blank$/))
})

test('A-175 the language of the profile is saved at once, and the page speaks it', async () => {
  const { page, calls, heading, answers, text } = await open({ at: '/identity/profile' })
  const before = answers['GET /profile'] as { body: object }
  answers['PUT /profile/language'] = ({ body }) => {
    answers['GET /profile'] = { body: { ...before.body, ...(body as object) } }
    return { body }
  }
  await page.getByRole('combobox', { name: 'Preferred language' }).selectOptions('fr')
  await expect.element(heading('Profil')).toBeVisible()
  await expect.element(text('Les modifications ont été enregistrées')).toBeVisible()
  expect(calls('PUT /profile/language').map(({ body }) => body)).toEqual([{ language: 'fr' }])
  await expect.element(page.getByRole('combobox')).toHaveValue('fr')
})

const openStep = async (answer: object) => {
  const harness = await open({
    at: '/identity/profile',
    answers: { 'GET /profile/resetPassword/marta.oliveira': answer },
  })
  await harness.button('Change password').click()
  await harness.button('Send e-mail').click()
  return harness
}

test('R8.2-06 R2.4-26 changing the password sends the mail to oneself, and says so', async () => {
  const { heading, text } = await openStep({ body: { success: true, errors: [] } })
  await expect.element(heading('Change password request Success')).toBeVisible()
  await expect
    .element(text('Please check your email inbox. We have sent instructions on how reset your password.'))
    .toBeVisible()
})

test('R8.2-05 a mail that could not be sent says whom to ask', async () => {
  const { heading, text } = await openStep({ body: { success: false, errors: ['Cannot reset password'] } })
  await expect.element(heading('Change password request fail')).toBeVisible()
  await expect.element(text('Please contact to an Administrator')).toBeVisible()
})

test('changing the password asks first, and Cancel sends nothing', async () => {
  const { button, calls } = await open({ at: '/identity/profile' })
  await button('Change password').click()
  await expect.element(button('Cancel')).toHaveFocus()
  await button('Cancel').click()
  expect(calls('GET /profile/resetPassword')).toHaveLength(0)
})
