import { afterEach, expect, test, vi } from 'vitest'
import { standardPasswordPolicy } from '#contract/kernel/password-policy.ts'
import { close, open, outcome, refused, settled } from './sign-in.harness.tsx'

afterEach(close)

const expired = outcome({
  errors: ['Password expired so create a new one'],
  changePassword: true,
  token: 'expired-token',
})
const good = 'Cobalt-Arches-12'

type Opening = NonNullable<Parameters<typeof open>[0]>

const openExpired = async (network: Opening['network'] = {}, settings: Opening['settings'] = {}) => {
  const harness = await open({ network: { login: expired, ...network }, settings })
  await harness.signIn()
  await expect.element(harness.heading('Your password has expired')).toBeVisible()
  const first = harness.page.getByRole('textbox', { name: 'New password', exact: true })
  const second = harness.page.getByRole('textbox', { name: 'Confirm the new password' })
  const save = async (password: string, repeat = password) => {
    await first.fill(password)
    await second.fill(repeat)
    await harness.button('Save password').click()
  }
  return { ...harness, first, second, save }
}

test('R4.2-02 R2.3-12 R8.6-11 an expired password opens the third view, cleared, and says why', async () => {
  const { first, second, text, button, userName, password } = await openExpired()
  await expect.element(text('Password expired so create a new one')).toBeVisible()
  await expect.element(first).toHaveValue('')
  await expect.element(second).toHaveValue('')
  await expect.element(first).toHaveFocus()
  await button('Cancel').click()
  await expect.element(userName()).toHaveValue('')
  await expect.element(password()).toHaveValue('')
})

test('R5.1-04 R5.1-05 both passwords are asked for', async () => {
  const { button, text, first, calls } = await openExpired()
  await button('Save password').click()
  await expect.element(text('Enter your password')).toBeVisible()
  await expect.element(text('Re-enter your password')).toBeVisible()
  await expect.element(first).toHaveFocus()
  expect(calls).toHaveLength(1)
})

test('R5.1-06 two different passwords are not sent', async () => {
  const { save, text, second, calls } = await openExpired()
  await save(good, `${good}x`)
  await expect.element(text("Passwords don't match")).toBeVisible()
  await expect.element(second).toHaveFocus()
  expect(calls).toHaveLength(1)
})

test('R5.1-09 the five rules turn green one by one while typing, and 90 days and the last 7 are named', async () => {
  const { first, page, text } = await openExpired()
  const met = () =>
    page
      .getByRole('listitem')
      .elements()
      .filter((item) => item.classList.contains('met'))
      .map((item) => item.textContent)
  expect(page.getByRole('listitem').elements()).toHaveLength(5)
  expect(met()).toEqual([])
  const steps = [
    ['abc', 'lowercase'],
    ['abcD', 'uppercase'],
    ['abcD1', 'number'],
    ['abcD1-', 'symbol'],
    ['abcD1-abcD1-', '12 characters'],
  ] as const
  for (const [index, [typed, word]] of steps.entries()) {
    await first.fill(typed)
    await expect.poll(() => met()).toHaveLength(index + 1)
    expect(met().some((item) => item.includes(word))).toBe(true)
  }
  await expect.element(text(/every 90 days, and none of the last 7/)).toBeVisible()
})

test('R5.1-09 after Save each rule that is not met says so, in red and in words', async () => {
  const { first, save, page } = await openExpired()
  const unmet = () =>
    page
      .getByRole('listitem')
      .elements()
      .filter((item) => getComputedStyle(item).color === 'rgb(196, 43, 61)')
      .map((item) => item.textContent)
  await first.fill('abc')
  expect(unmet()).toEqual([])
  await save('abcD1')
  await expect.poll(unmet).toEqual(['At least 12 characters(not met)', 'At least one symbol(not met)'])
  await first.fill('abcD1-')
  await expect.poll(unmet).toEqual(['At least 12 characters(not met)'])
})

test('R5.1-09 a password that breaks a rule is not sent', async () => {
  const { save, text, calls } = await openExpired()
  await save('short-A1')
  await expect.element(text('The password does not meet every rule below')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('R4.4-01 R7.3-04 R8.3-01 a changed password says so, signs in with it and redirects', async () => {
  const { save, page, calls, visited } = await openExpired({
    login: [expired, outcome({ success: true, redirectTo: '/home/admin' })],
    changePassword: outcome({ success: true }),
  })
  await save(good)
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Password has been successfully changed' }))
    .toBeVisible()
  await expect.poll(() => visited, { timeout: 3000 }).toEqual(['/home/admin'])
  expect(calls[1]).toMatchObject({
    path: '/api/v1/account/changePassword',
    body: { identityName: 'marta', token: 'expired-token', newPassword: good },
  })
  expect(calls[2]).toMatchObject({ path: '/api/v1/account/login', body: { userName: 'marta', password: good } })
})

test('the sign-in after the change may still ask for the second factor', async () => {
  const code = outcome({ success: true, twoAuthentificationRequired: true, token: 't' })
  const { save, heading } = await openExpired({ login: [expired, code], changePassword: outcome({ success: true }) })
  await save(good)
  await expect.element(heading('Check your e-mail')).toBeVisible()
})

test('A-76 the rules are those in force: fewer to tick, another length, and no days where none are set', async () => {
  const settings = {
    passwordPolicy: { ...standardPasswordPolicy, least: 16, symbol: false, maxAgeDays: 0, remembered: 3 },
  }
  const { page, save, text, calls, alert } = await openExpired(
    { changePassword: refused('password-rule:denied', 'password-rule:reused') },
    settings,
  )
  const items = () =>
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  expect(items()).toHaveLength(4)
  expect(items()[0]).toContain('At least 16 characters')
  await expect.element(text('None of the last 3 can be used again.')).toBeVisible()
  expect(document.body.textContent).not.toContain('You change it every')
  await save('CobaltArches12')
  await expect.element(text('The password does not meet every rule below')).toBeVisible()
  expect(calls).toHaveLength(1)
  await save('CobaltArchesOf12')
  await expect.element(alert()).toMatchTextContent(/a word that is not allowed here.*one of your last 3 passwords/)
})

test('R4.4-02 the errors of the server stay for 10 seconds and then go', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof refused>>()
  const { save, alert } = await openExpired({ changePassword: answer.promise })
  await save(good)
  // Vitest lets a played clock run while it clicks: the ten seconds begin after that.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer.resolve(refused('password-rule:reused', 'password-rule:common'))
  await expect.element(alert()).toMatchTextContent(/one of your last 7 passwords.*too common/)
  await vi.advanceTimersByTimeAsync(9_900)
  await settled()
  await expect.element(alert()).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  await expect.element(alert()).not.toBeInTheDocument()
})

test('R8.2-07 a refused call shows its list, else its title; any other failure opens an error dialog', async () => {
  const tooLong = { message: 'At most 128 characters', code: 'too-long', data: { maximum: '128' } }
  const refusals = [
    [
      {
        status: 400,
        body: { title: 'Bad Request', code: 'invalid', errors: [{ field: 'newPassword', ...tooLong }] },
      },
      tooLong.message,
    ],
    [{ status: 429, body: {} }, 'Too many requests came from your network'],
  ] as const
  for (const [changePassword, words] of refusals) {
    const { save, alert } = await openExpired({ changePassword })
    await save(good)
    await expect.element(alert()).toMatchTextContent(words)
    await close()
  }
  const { save, page } = await openExpired({ changePassword: 'network error' })
  await save(good)
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Unknow Error , please refresh the page')
})
