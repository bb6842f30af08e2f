import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close, open, outcome, refused, settled } from './sign-in.harness.tsx'

const needsCode = outcome({
  success: true,
  twoAuthentificationRequired: true,
  token: 'token-1',
  sentTo: 'm•••••a@customer.example',
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(close)

const openCode = async (network: Parameters<typeof open>[0] = {}) => {
  const harness = await open({ ...network, network: { login: needsCode, ...network.network } })
  await harness.signIn()
  await expect.element(harness.heading('Check your e-mail')).toBeVisible()
  return harness
}
const warning = 'The code was sent by e-mail and expires in 5 minutes.'

test('R4.2-03 R9-04 an answer that asks for the second factor opens the code view, with five minutes on the clock', async () => {
  const { page, text, code } = await openCode()
  await expect.element(page.getByRole('timer')).toHaveTextContent('5:00')
  await expect.element(text('m•••••a@customer.example')).toBeVisible()
  await expect.element(code()).toHaveFocus()
  await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
})

test('R4.3-01 while the time runs the warning is there, the clock counts and Submit is available', async () => {
  const { page, text, button } = await openCode()
  await vi.advanceTimersByTimeAsync(23_000)
  await expect.element(text(warning)).toBeVisible()
  await expect.element(page.getByRole('timer')).toHaveTextContent('4:37')
  await expect.element(button('Submit')).toBeVisible()
})

test('R4.3-02 R9-04 at zero the code has expired and Submit becomes Resend Code', async () => {
  const { text, button, alert } = await openCode()
  await vi.advanceTimersByTimeAsync(299_000)
  await settled()
  await expect.element(button('Submit')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(alert()).toMatchTextContent('Code expired!')
  await expect.element(button('Resend Code')).toBeVisible()
  await expect.element(button('Submit')).not.toBeInTheDocument()
  await expect.element(text(warning)).not.toBeInTheDocument()
})

test('R4.3-02 at zero nothing is said of a wrong code any more, and its digits are gone; what came later is said', async () => {
  const { code, alert, text, button } = await openCode({
    network: { login: [needsCode, 'network error'], verifyCode: refused('Invalid code') },
  })
  await code().fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert()).toHaveTextContent('Invalid code')
  await vi.advanceTimersByTimeAsync(300_000)
  await expect.element(text('Code expired!')).toBeVisible()
  await expect.element(text('Invalid code')).not.toBeInTheDocument()
  await expect.element(code()).toHaveValue('')
  await expect.element(code()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(text(/Unknow Error/)).toBeVisible()
  await expect.element(button('Resend Code')).toBeVisible()
})

test('the time is counted from the moment itself: a tab that slept wakes up with an expired code', async () => {
  const { button } = await openCode()
  vi.setSystemTime(Date.now() + 400_000)
  await vi.advanceTimersByTimeAsync(500)
  await expect.element(button('Resend Code')).toBeVisible()
})

test('the time is announced at one minute and not before', async () => {
  const { text } = await openCode()
  await vi.advanceTimersByTimeAsync(239_000)
  await settled()
  await expect.element(text('The code expires in one minute.')).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(text('The code expires in one minute.')).toBeInTheDocument()
})

test('R4.3-03 Resend Code repeats the login call, takes the new token and starts five minutes again', async () => {
  const again = outcome({ ...needsCode.body, token: 'token-2' })
  const { button, page, code, calls } = await openCode({
    network: { login: [needsCode, again], verifyCode: refused('Invalid code') },
  })
  await code().fill('111')
  await vi.advanceTimersByTimeAsync(300_000)
  await button('Resend Code').click()
  await expect.element(page.getByRole('timer')).toHaveTextContent('5:00')
  await expect.element(code()).toHaveValue('')
  expect(calls.map((call) => call.path)).toEqual(['/api/v1/account/login', '/api/v1/account/login'])
  expect(calls[1]?.body).toEqual(calls[0]?.body)
  await code().fill('222222')
  await button('Submit').click()
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ token: 'token-2' })
})

test('R4.3-04 Cancel returns to the login form, which forgot the password', async () => {
  const { button, userName, password } = await openCode()
  await button('Cancel').click()
  await expect.element(userName()).toHaveValue('marta')
  await expect.element(password()).toHaveValue('')
})

test('R4.3-05 R7.3-03 a code that is right posts what the login was made of and goes home', async () => {
  const { code, button, calls, visited } = await openCode({ network: { verifyCode: outcome({ success: true }) } })
  await code().fill('409117')
  await button('Submit').click()
  await expect.poll(() => visited).toEqual(['/identity/home'])
  expect(calls[1]).toMatchObject({
    method: 'POST',
    path: '/api/v1/account/verifyCode',
    body: { token: 'token-1', userName: 'marta', password: 'secret', rememberPassword: false, code: '409117' },
  })
})

test('a right code goes on to the ReturnUrl, so that the sign-in of a sibling is not lost', async () => {
  const { code, button, visited } = await openCode({
    at: '/identity/account/login?ReturnUrl=%2Fconnect%2Fauthorize%3Fa%3D1',
    network: { verifyCode: outcome({ success: true }) },
  })
  await code().fill('409117')
  await button('Submit').click()
  await expect.poll(() => visited).toEqual(['/connect/authorize?a=1'])
})

test('R8.2-08 R8.6-05 a wrong code shows the errors of the server, and the next try replaces it', async () => {
  const { code, button, alert } = await openCode({ network: { verifyCode: refused('Invalid code') } })
  await code().fill('000000')
  await button('Submit').click()
  await expect.element(alert()).toHaveTextContent('Invalid code')
  await expect.element(code()).toHaveFocus()
  await userEvent.keyboard('12')
  await expect.element(code()).toHaveValue('12')
})

test('R8.6-18 who is locked for good at the code is told that, and not to wait', async () => {
  const lockedForGood = refused('User Is Locked Out', 'Permanently blocked')
  const { code, button, alert } = await openCode({ network: { verifyCode: lockedForGood } })
  await code().fill('000000')
  await button('Submit').click()
  await expect
    .element(alert())
    .toHaveTextContent(
      'User Is Locked OutYour account is permanently blocked. Only an administrator can unblock it: please contact one.',
    )
})

test('R8.6-05 the cells of a wrong code are marked until another one is typed; a code that nobody judged is not', async () => {
  const { code, button, alert } = await openCode({
    network: { verifyCode: [refused('Invalid code'), 'network error'] },
  })
  const edges = () => [...document.querySelectorAll('.code span')].map((cell) => getComputedStyle(cell).borderTopColor)
  const red = 'rgb(196, 43, 61)'
  await code().fill('000000')
  expect(edges()).not.toContain(red)
  await button('Submit').click()
  await expect.element(code()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(code()).toHaveFocus()
  expect(edges()).toEqual(Array.from({ length: 6 }, () => red))
  await userEvent.keyboard('12')
  await expect.element(code()).not.toHaveAttribute('aria-invalid', 'true')
  await button('Submit').click()
  await expect.element(alert()).toMatchTextContent('Unknow Error')
  await expect.element(code()).not.toHaveAttribute('aria-invalid', 'true')
})

test('the cells show that a refused code is selected, and an expired one leaves the first cell marked', async () => {
  const { code, button } = await openCode({ network: { verifyCode: refused('Invalid code') } })
  const marked = () => [...document.querySelectorAll('.code span')].map((cell) => cell.classList.contains('on'))
  await code().fill('000000')
  await button('Submit').click()
  await expect.element(code()).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(marked).toEqual(Array.from({ length: 6 }, () => true))
  await userEvent.keyboard('12')
  await expect.poll(marked).toEqual([false, false, true, false, false, false])
  await vi.advanceTimersByTimeAsync(300_000)
  await expect.element(code()).toHaveValue('')
  expect(marked()).toEqual([true, false, false, false, false, false])
})

test('a verification that fails as a call says so', async () => {
  const { code, button, alert } = await openCode({ network: { verifyCode: 'network error' } })
  await code().fill('000000')
  await button('Submit').click()
  await expect.element(alert()).toMatchTextContent('Unknow Error , please refresh the page')
})

test('R5.1-13 any text is sent as it was typed, also when it does not fit into six cells', async () => {
  const { code, button, calls } = await openCode({ network: { verifyCode: refused('Invalid code') } })
  await code().fill('not a code at all')
  await button('Submit').click()
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ code: 'not a code at all' })
})

test('a pasted code fills the six cells of the one real input', async () => {
  const { code, page } = await openCode()
  await code().fill('409117')
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.cut()
  await expect.element(code()).toHaveValue('')
  await userEvent.paste()
  await expect.element(code()).toHaveValue('409117')
  const cells = [...page.getByRole('main').element().querySelectorAll('.code span')]
  expect(cells.map((cell) => cell.textContent)).toEqual(['4', '0', '9', '1', '1', '7'])
})
