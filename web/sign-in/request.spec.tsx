// What an application asks of the page when it sends somebody here.
import { afterEach, expect, test } from 'vitest'
import { loginHint, wishedLanguage } from './request.ts'
import { close, everyHeaders, open } from './sign-in.harness.tsx'

afterEach(close)

const behind = (more: Record<string, string>, path = '/identity/connect/authorize') =>
  `/identity/account/login?${new URLSearchParams({ ReturnUrl: `${path}?${new URLSearchParams({ client_id: 'shop', ...more })}` })}`
const named = (application: string | null) => ({ pendingSignIn: { body: { application } } })
const main = () => document.querySelector('main')?.textContent ?? ''

test('T83 login_hint stands in the form, ready for the password, and may be changed', async () => {
  const { button, userName, password } = await open({ at: behind({ login_hint: 'ana@people.example' }) })
  await button('Continue with your account').click()
  await expect.element(userName()).toHaveValue('ana@people.example')
  await expect.element(password()).toHaveFocus()
  await userName().fill('eva')
  await expect.element(userName()).toHaveValue('eva')
})

test('T83 the page says where the sign-in leads to, in both views and in each language, and draws no markup of others', async () => {
  const at = behind({ login_after: 'sealed' })
  const { button, text, page, calls } = await open({ at, network: named('Shop <b>&amp;</b> <img src=x> Co') })
  await expect.element(text('to continue to Shop <b>&amp;</b> <img src=x> Co')).toBeVisible()
  expect(calls[0]?.path).toContain(`pendingSignIn?returnUrl=${encodeURIComponent('/identity/connect/authorize?')}`)
  expect(document.querySelectorAll('main img')).toHaveLength(0)
  await button('Continue with your account').click()
  await expect.element(text(/^to continue to Shop/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('fr')
  await expect.element(text(/^pour continuer vers Shop/)).toBeVisible()
})

test('T83 nobody is named where the server names nobody, cannot be asked, or nothing was asked for', async () => {
  for (const [at, network] of [
    [behind({ login_after: 'sealed' }), named(null)],
    [behind({ login_after: 'sealed' }), {}],
    [behind({}), named('Shop')],
    [behind({ login_after: 'sealed' }, '//evil.example/identity/connect/authorize'), named('Shop')],
    ['/identity/account/login', named('Shop')],
  ] as const) {
    const { heading } = await open({ at, network })
    await expect.element(heading('Sign in')).toBeVisible()
    expect(main()).not.toContain('to continue')
    await close()
  }
})

test('R7.1-01 every call carries the XSRF token and the language of the page, from the first one on', async () => {
  await cookieStore.set('XSRF-TOKEN', 'a%3Db')
  const first = await open({ at: behind({ login_after: 'sealed' }), network: named('Shop'), language: 'fr' })
  await expect.element(first.text(/^pour continuer vers Shop/)).toBeVisible()
  const sent = (wanted: string) => {
    const headers = everyHeaders.find(([name]) => name === wanted)?.[1]
    return [wanted, headers?.get('X-XSRF-TOKEN'), headers?.get('Accept-Language')]
  }
  for (const name of ['config', 'pendingSignIn']) expect(sent(name)).toEqual([name, 'a=b', 'fr'])
  await close()
  const link = '/identity/account/changePassword?identityName=ana&token=t'
  const second = await open({ at: link, network: { validateToken: { body: { success: true, errors: [] } } } })
  await expect.element(second.button('Save password')).toBeVisible()
  expect(sent('validateToken')).toEqual(['validateToken', 'a=b', 'en'])
  await cookieStore.delete('XSRF-TOKEN')
})

test('T83 ui_locales and login_hint are read from an authorization request of our own only, and what is odd is left out', async () => {
  const read = (address: string) => {
    history.replaceState(null, '', address)
    return [wishedLanguage(), loginHint()]
  }
  expect(read(behind({ ui_locales: 'xx pt-BR de', login_hint: ' ana ' }))).toEqual(['pt-br', 'ana'])
  expect(read(behind({ ui_locales: 'fr-CA' }))).toEqual(['fr', ''])
  expect(read(behind({ ui_locales: 'xx', login_hint: 'a\nb' }))).toEqual([undefined, ''])
  expect(read(behind({ login_hint: 'x'.repeat(257) }))).toEqual([undefined, ''])
  expect(read(behind({ ui_locales: 'fr', login_hint: 'ana' }, '//evil.example/identity/connect/authorize'))).toEqual([
    undefined,
    '',
  ])
  expect(read(behind({ ui_locales: 'fr', login_hint: 'ana' }, '/identity/home'))).toEqual([undefined, ''])
})
