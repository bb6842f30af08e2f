import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Profile } from '#contract/profile.ts'
import { ProfileChange } from '#contract/profile-changes.ts'
import { usual } from '#web/app/portal-answers.harness.ts'
import { close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

test('R2.6-01 R2.6-09 the profile shows the information and the picture of the reader, 180 px wide', async () => {
  const { page, pictures } = await open({ at: '/identity/profile' })
  await expect.element(page.getByRole('textbox', { name: 'User name' })).toHaveValue('marta.oliveira')
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('marta@group.example')
  const picture = document.querySelector('.picture .avatar')
  expect(picture?.getBoundingClientRect().width).toBe(180)
  await expect.poll(() => pictures).toContainEqual(expect.stringMatching(/avatar\/[0-9a-f]{64}\?s=180&d=blank$/))
})

/** A server that keeps what is saved. */
const keeping = (harness: Awaited<ReturnType<typeof open>>) => {
  const { answers } = harness
  let kept = Profile.parse((answers['GET /profile'] as { body: unknown }).body)
  answers['PUT /profile'] = ({ body }) => {
    const change = ProfileChange.parse(body)
    kept = Profile.parse({
      ...kept,
      ...change,
      displayName: `${change.firstName} ${change.lastName}`,
      modifiedOn: later,
    })
    answers['GET /profile'] = { body: kept }
    return { body: kept }
  }
}
const later = '2026-02-02T00:00:00.000Z'

test('R2.6-06 userName and email are read-only; first name, last name and language are edited and saved', async () => {
  const harness = await open({ at: '/identity/profile' })
  const { page, button, text, calls } = harness
  keeping(harness)
  const field = (name: string) => page.getByRole('textbox', { name })
  await expect.element(field('User name')).toHaveAttribute('readonly')
  await expect.element(field('Email')).toHaveAttribute('readonly')
  await field('First name').fill('Martina')
  await expect.element(text('1 change not saved: First name')).toBeVisible()
  await button('Save').click()
  await expect.element(text('Changes have been saved')).toBeVisible()
  expect(calls('PUT /profile').map(({ body }) => body)).toEqual([
    { firstName: 'Martina', lastName: 'Oliveira', language: 'en', modifiedOn: '2026-01-01T00:00:00Z' },
  ])
  await expect.element(text('All changes saved')).toBeVisible()
  await expect.element(text('Martina Oliveira')).toBeVisible()
  // The name that the tokens tell is renewed with it.
  await expect.poll(() => calls('POST /identity/oidc/token').length).toBe(1)
})

test('R2.6-07 Cancel resets the form; it and Save wait until something changes, and leaving with something typed asks', async () => {
  const { page, button, text, calls, link } = await open({ at: '/identity/profile', who: { role: ['God'] } })
  const last = page.getByRole('textbox', { name: 'Last name' })
  for (const name of ['Change password', 'My data']) await expect.element(button(name)).toBeEnabled()
  for (const name of ['Cancel', 'Save']) await expect.element(button(name)).toBeDisabled()
  await last.fill('Other')
  await link('Administration').click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Cancel').click()
  await expect.element(last).toHaveValue('Oliveira')
  await expect.element(text('All changes saved')).toBeVisible()
  for (const name of ['Cancel', 'Save']) await expect.element(button(name)).toBeDisabled()
  expect(calls('PUT /profile')).toHaveLength(0)
})

test('R5.2-13 what is empty is told in the words of the new-user form, and nothing is sent', async () => {
  const { page, button, text, calls } = await open({ at: '/identity/profile' })
  await page.getByRole('textbox', { name: 'First name' }).fill(' ')
  await page.getByRole('textbox', { name: 'Last name' }).fill('')
  await button('Save').click()
  await expect.element(text('Please input your first name!')).toBeVisible()
  await expect.element(text('Please input your last name!')).toBeVisible()
  expect(calls('PUT /profile')).toHaveLength(0)
})

const own = Profile.parse((usual['GET /profile'] as { body: unknown }).body)

test('R3.7-04 A-173 six languages are offered, and German to whoever has it', async () => {
  const offered = async (language: string) => {
    const { page } = await open({
      at: '/identity/profile',
      answers: { 'GET /profile': { body: { ...own, language } } },
    })
    const options = (await page.getByRole('combobox', { name: 'Preferred language' }).findElement()).children
    const values = [...options].map((option) => option.getAttribute('value'))
    await close()
    return values
  }
  expect(await offered('en')).toEqual(['en', 'es', 'fr', 'it', 'pt', 'pt-br'])
  expect(await offered('de')).toEqual(['en', 'es', 'fr', 'it', 'pt', 'pt-br', 'de'])
})

test('A-175 R2.3-11 R8.3-03 the language is saved with the form, and the page speaks it', async () => {
  const harness = await open({ at: '/identity/profile' })
  const { page, button, heading, text } = harness
  keeping(harness)
  await page.getByRole('combobox', { name: 'Preferred language' }).selectOptions('fr')
  await button('Save').click()
  await expect.element(heading('Profil')).toBeVisible()
  await expect.element(text('Changes have been saved')).toBeVisible()
  await expect.element(page.getByRole('combobox')).toHaveValue('fr')
  expect(document.documentElement.lang).toBe('fr')
})

test('A-201 what somebody else changed meanwhile is told, and what was typed stays', async () => {
  const { page, button, text, answers } = await open({ at: '/identity/profile' })
  const before = (answers['GET /profile'] as { body: object }).body
  answers['PUT /profile'] = () => {
    answers['GET /profile'] = { body: { ...before, lastName: 'Silva', modifiedOn: later } }
    return { status: 409, body: { code: 'changed-meanwhile', changed: { by: 'Ulla Chief', on: later }, errors: [] } }
  }
  await page.getByRole('textbox', { name: 'First name' }).fill('Martina')
  await button('Save').click()
  await expect.element(text(/Ulla Chief/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Martina')
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
  const { button, dialog, calls } = await open({ at: '/identity/profile' })
  await button('Change password').click()
  const cancel = dialog('Change password').getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toHaveFocus()
  await cancel.click()
  expect(calls('GET /profile/resetPassword')).toHaveLength(0)
})

test.each([
  ['is refused', { status: 507, body: { code: 'storage-full' } }, 'alert'],
  ['gets no answer', 'network error', 'alert'],
  ['is done', { body: { ...own, firstName: 'Martina' } }, 'status'],
] as const)('the focus stays on Save, pressed by key, when what it sends %s', async (_what, answer, said) => {
  const { page, button } = await open({
    at: '/identity/profile',
    answers: {
      'PUT /profile': async () => {
        // Longer than a button without use would keep the focus.
        await new Promise((done) => setTimeout(done, 100))
        return answer
      },
    },
  })
  await page.getByRole('textbox', { name: 'First name' }).fill('Martina')
  for (const _key of ['Last name', 'Username', 'E-mail', 'Language', 'Cancel', 'Save']) await userEvent.tab()
  await expect.element(button('Save')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole(said).filter({ hasText: /./ }).first()).toBeVisible()
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'false')
  await expect.element(button('Save')).toHaveFocus()
})
