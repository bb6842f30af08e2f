import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close, open, outcome, refused, settled } from './sign-in.harness.tsx'

afterEach(close)

const resume = '/connect/authorize?client_id=fibrain&state=1'
const withReturn = (returnUrl: string) => `/identity/account/login?ReturnUrl=${encodeURIComponent(returnUrl)}`

test('R5.1-01 R5.1-02 an empty form asks for username and password, calls nothing, and puts the focus on the first of them', async () => {
  const { button, text, userName, password, calls } = await open()
  await button('Continue with your account').click()
  await button('Sign in').click()
  await expect.element(text('Enter your username')).toBeVisible()
  await expect.element(text('Enter your password')).toBeVisible()
  await expect.element(userName()).toHaveFocus()
  await userName().fill('marta')
  await expect.element(text('Enter your username')).not.toBeInTheDocument()
  await button('Sign in').click()
  await expect.element(password()).toHaveFocus()
  expect(calls).toEqual([])
})

test('R5.1-03 a username at a company domain turns the password into the way to Office 365, whatever its case', async () => {
  const { button, text, link, userName, password, calls } = await open()
  await button('Continue with your account').click()
  for (const name of ['marta@group.example', 'MARTA@Sister.Example']) {
    await userName().fill(name)
    await expect.element(text(/must connect through the professional Office 365 account/)).toBeVisible()
    await expect.element(link('Continue with Office 365')).toBeVisible()
    await expect.element(password()).not.toBeInTheDocument()
    await expect.element(button('Sign in')).not.toBeInTheDocument()
  }
  await userName().fill('marta@group.example.org')
  await password().fill('secret')
  await userName().fill('marta@group.example')
  await userEvent.keyboard('{Enter}')
  await settled()
  expect(calls).toEqual([])
  await userName().fill('marta@group.example.org')
  await expect.element(password()).toBeVisible()
})

test('R5.1-03 R8.6-12 company staff who typed a user name are told why, and have the button, until they type another name', async () => {
  const { signIn, alert, link, userName, password } = await open({
    network: { login: outcome({ errors: ['Access is denied'], externalRequired: true }) },
  })
  await signIn()
  await expect
    .element(alert())
    .toHaveTextContent(
      'Access is deniedUsers of your company must connect through the professional Office 365 account.',
    )
  await expect.element(link('Continue with Office 365')).toHaveFocus()
  await expect.element(password()).not.toBeInTheDocument()
  await userName().fill('somebody.else')
  await expect.element(password()).toBeVisible()
  await expect.element(alert()).not.toBeInTheDocument()
  await userName().fill('marta')
  await expect.element(link('Continue with Office 365')).toBeVisible()
  await expect.element(userName()).toHaveFocus()
})

test('R5.1-03 what was said of one account goes when another name is typed', async () => {
  const { signIn, alert, userName, text, link } = await open({
    network: { login: refused('Incorrect username or password. 3 attempts left') },
  })
  await signIn()
  await expect.element(alert()).toMatchTextContent('3 attempts left')
  await userName().fill('marta@group.example')
  await expect.element(text(/must connect through the professional Office 365 account/)).toBeVisible()
  await expect.element(link('Continue with Office 365')).toBeVisible()
  await expect.element(alert()).not.toBeInTheDocument()
  await expect.element(userName()).toHaveFocus()
})

test('R7.3-02 login posts userName, password, rememberLogin and returnUrl, with the XSRF token and the language', async () => {
  await cookieStore.set('XSRF-TOKEN', 'a%3Db')
  const { page, button, signIn, userName, calls } = await open({
    at: withReturn(resume),
    network: { login: refused('Invalid credentials') },
  })
  await button('Continue with your account').click()
  await page.getByRole('checkbox', { name: 'Remember me' }).click()
  await button('Select another authentication method').click()
  await signIn()
  await expect.element(userName()).toBeVisible()
  await expect.poll(() => calls.length).toBe(1)
  expect(calls[0]).toMatchObject({
    method: 'POST',
    path: '/api/v1/account/login',
    body: { userName: 'marta', password: 'secret', rememberLogin: true, returnUrl: resume },
  })
  expect(calls[0]?.headers.get('X-XSRF-TOKEN')).toBe('a=b')
  expect(calls[0]?.headers.get('Accept-Language')).toBe('en')
  await cookieStore.delete('XSRF-TOKEN')
})

test('R2.3-06 while the call runs the page says Logging in, and a second click calls nothing', async () => {
  const { promise: login, resolve: answer } = Promise.withResolvers<{ body: unknown }>()
  const { button, signIn, page, calls } = await open({ network: { login } })
  await signIn()
  await expect.element(button('Logging in')).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Logging in' })).toBeInTheDocument()
  await button('Logging in').click({ force: true })
  expect(calls).toHaveLength(1)
  answer(refused('Access is denied'))
  await expect.element(button('Sign in')).toBeVisible()
})

test('R4.2-01 R8.3-02 a success says so and goes to redirectTo first', async () => {
  const { signIn, page, visited } = await open({
    at: withReturn(resume),
    network: { login: outcome({ success: true, redirectTo: '/home/admin' }) },
  })
  await signIn()
  await expect.element(page.getByRole('status').filter({ hasText: 'Login has successfully ended' })).toBeVisible()
  await expect.poll(() => visited).toEqual(['/home/admin'])
})

test('R4.2-01 without redirectTo a success goes to ReturnUrl, and without that to the home of the account host', async () => {
  for (const [at, place] of [
    [withReturn(resume), resume],
    ['/identity/account/login', '/identity/home'],
  ] as const) {
    const { signIn, visited } = await open({ at, network: { login: outcome({ success: true }) } })
    await signIn()
    await expect.poll(() => visited).toEqual([place])
    await close()
  }
})

test('a ReturnUrl that leaves the origin is not followed, nor a redirectTo that is no web address', async () => {
  for (const [at, redirectTo] of [
    ['//evil.example/x'],
    ['/\\evil.example'],
    ['/\t/evil.example'],
    ['https://evil.example'],
    ['home', 'javascript:alert(1)'],
  ] as const) {
    const { signIn, visited } = await open({
      at: withReturn(at),
      network: { login: outcome({ success: true, redirectTo }) },
    })
    await signIn()
    await expect.poll(() => visited).toEqual(['/identity/home'])
    await close()
  }
})

test('R8.2-02 a login call that fails as a call shows the text to the letter', async () => {
  for (const login of [
    'network error',
    { status: 500, body: {} },
    { status: 400, body: { code: 'invalid', title: 'Bad Request' } },
  ] as const) {
    const { signIn, alert } = await open({ network: { login } })
    await signIn()
    await expect.element(alert()).toHaveTextContent('Unknow Error , please refresh the page')
    await close()
  }
})

test('T47 who is told to come back reads why, and keeps what they typed', async () => {
  const sentences = [
    [429, 'too-many-requests', 'Too many requests came from your network, please wait a moment and try again'],
    [503, 'busy', 'The service is busy, please try again in a moment'],
  ] as const
  for (const [status, code, message] of sentences) {
    const { signIn, alert, userName } = await open({
      network: { login: { status, body: { status, code, message, title: 'x' } } },
    })
    await signIn()
    await expect.element(alert()).toHaveTextContent(message)
    await expect.element(userName()).toHaveValue('marta')
    await close()
  }
})

type Message = string | readonly string[]
const shown: readonly (readonly [id: string, said: Message, seen: string])[] = [
  ['R8.6-01', 'Incorrect username or password. 4 attempts left', 'Incorrect username or password4 attempts left'],
  ['R8.6-01', 'Incorrect username or password. 1 attempt left', 'Incorrect username or password1 attempt left'],
  ['R8.6-02', 'User Is Locked Out', 'User Is Locked OutYou can try again in 5 minutes at the latest.'],
  ['decision 0024', 'Too many codes. Please try again later', 'Too many codes were requested. Please try again later.'],
  [
    'R8.6-18',
    ['User Is Locked Out', 'Permanently blocked'],
    'User Is Locked OutYour account is permanently blocked. Only an administrator can unblock it: please contact one.',
  ],
  ['R8.6-03', 'User does not exist', 'User does not exist'],
  ['R8.6-04', 'Invalid credentials', 'Invalid credentials'],
  ['R8.6-06', 'User locked. Draft User!', 'User pending approval.'],
  [
    'R8.6-07',
    'Invalid or expired login link',
    'Invalid or expired login linkContact your group contact or an administrator to get a new one.',
  ],
  ['R8.6-08', 'Invalid token', 'Invalid token'],
  ['R8.6-10', 'Cannot reset password', 'Cannot reset password'],
  ['R8.6-11', 'Password expired so create a new one', 'Password expired so create a new one'],
  ['R8.6-12', 'Access is denied', 'Access is denied'],
  ['R8.6-16', 'Please verify your email', 'Please verify your email'],
  ['R8.2-01', 'password-rule:reused', 'This is one of your last 7 passwords. Choose another one.'],
  ['R8.2-01', 'Closed for repairs: back soon', 'Closed for repairs: back soon'],
]
test.for(shown)('%s the server says "%s" and the page shows it', async ([, said, seen]) => {
  const { signIn, alert } = await open({ network: { login: refused(...[said].flat()) } })
  await signIn()
  await expect.element(alert()).toHaveTextContent(seen)
})

test('R8.2-01 every error is shown, and in the language of the page, also when that changes', async () => {
  const { signIn, alert, page } = await open({
    network: { login: refused('Incorrect username or password. 3 attempts left', 'Access is denied') },
  })
  await signIn()
  await expect.element(alert()).toMatchTextContent(/3 attempts left.*Access is denied/)
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('fr')
  await expect
    .element(alert())
    .toMatchTextContent(/Nom d’utilisateur ou mot de passe incorrect.*3 tentatives restantes.*Accès refusé/)
})

test('the password can be looked at, and caps lock is named', async () => {
  const { button, password, text } = await open()
  await button('Continue with your account').click()
  await password().fill('secret')
  await button('Show password').click()
  expect((password().element() as HTMLInputElement).type).toBe('text')
  await button('Hide password').click()
  expect((password().element() as HTMLInputElement).type).toBe('password')
  await password().click()
  password()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }))
  await expect.element(text('Caps lock is on')).toBeVisible()
})

test('the whole way in works by keyboard alone', async () => {
  const { button, userName, visited } = await open({ network: { login: outcome({ success: true }) } })
  await expect.element(button('Continue with your account')).toBeVisible()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(userName()).toHaveFocus()
  await userEvent.keyboard('marta')
  await userEvent.tab()
  await userEvent.keyboard('secret{Enter}')
  await expect.poll(() => visited).toEqual(['/identity/home'])
})
