import { afterEach, expect, test } from 'vitest'
import type { ExternalRefusal } from '#contract/sign-in.ts'
import { close, open } from './sign-in.harness.tsx'

afterEach(close)

test('R2.3-02 both /account/login and /account/logout show the login page', async () => {
  for (const at of ['/identity/account/login', '/identity/account/logout', '/identity/account']) {
    const { button } = await open({ at })
    await expect.element(button('Continue with your account')).toBeVisible()
    await close()
  }
})

test('R2.3-04 the login page opens on the local button as primary, the divider and the work-account button, in this order', async () => {
  const { button, page } = await open()
  await expect.element(button('Continue with your account')).toHaveClass('pri')
  const main = page.getByRole('main').element()
  const words = ['Continue with your account', 'Or with the following providers', 'Continue with Office 365']
  const places = words.map((word) => main.textContent.indexOf(word))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('R2.3-05 the local form has a link back to the choice of the method, and the focus goes along', async () => {
  const { button, userName, heading } = await open()
  await button('Continue with your account').click()
  await expect.element(userName()).toHaveFocus()
  await button('Select another authentication method').click()
  await expect.element(button('Continue with your account')).toBeVisible()
  await expect.element(heading('Sign in')).toHaveFocus()
})

test('R2.3-10 the introduction says that this is a digital applications hub that optimises the relationship with customers', async () => {
  const { text } = await open()
  await expect
    .element(text(/digital applications hub that optimises the relationship with our customers/))
    .toBeVisible()
})

test('R2.3-11 the language selector offers seven languages, changes the page at once and is remembered', async () => {
  const { page, heading } = await open()
  const selector = page.getByRole('combobox', { name: 'Language' })
  expect([...selector.element().querySelectorAll('option')].map((option) => option.value)).toEqual([
    'en',
    'es',
    'fr',
    'it',
    'pt',
    'pt-br',
    'de',
  ])
  await selector.selectOptions('de')
  await expect.element(heading('Anmelden')).toBeVisible()
  expect(document.documentElement.lang).toBe('de')
  await expect.poll(() => document.title).toBe('Anmelden · Portico')
  expect(JSON.parse(localStorage.getItem('portico.preferences') ?? '{}')).toMatchObject({ currentLanguage: 'de' })
})

test('R2.3-07 the help link opens the external help desk in a new tab', async () => {
  const { link } = await open()
  await expect.element(link(/Problems to access\? Contact Us!/)).toHaveAttribute('href', 'https://help.example/ticket')
  await expect.element(link(/Problems to access\? Contact Us!/)).toHaveAttribute('target', '_blank')
})

test('A-196 the help link is the one of the language, and there is none where the installation has none', async () => {
  const first = await open({ language: 'fr' })
  await expect
    .element(first.page.getByRole('contentinfo').getByRole('link'))
    .toHaveAttribute('href', 'https://help.example/fr/ticket')
  await close()
  const { button, link, text } = await open({ settings: { helpDesk: {} } })
  await expect.element(text('Problems to access? Contact Us!')).not.toBeInTheDocument()
  await expect.element(button('Terms of service')).toBeVisible()
  await expect.element(link(/Problems to access/)).not.toBeInTheDocument()
})

test('R2.3-08 R2.3-09 the terms open in a dialog 800 px wide, in French, with their five subjects and three roles', async () => {
  const { button, page } = await open()
  await button('Terms of service').click()
  const dialog = page.getByRole('dialog', { name: 'Terms of service' })
  await expect.element(page.getByRole('heading', { name: 'Conditions générales d’utilisation' })).toBeVisible()
  expect(dialog.element().getBoundingClientRect().width).toBe(800)
  expect(dialog.element().querySelector('article')?.lang).toBe('fr')
  for (const subject of [
    'Définitions',
    'Obligations',
    'Utilisation de la Plateforme',
    'Données personnelles',
    'Loi applicable',
  ]) {
    expect(dialog.element().textContent).toContain(subject)
  }
  for (const role of ['Administrator', 'Privileged User', 'Authorised User']) {
    expect([...dialog.element().querySelectorAll('dt')].some((term) => term.textContent.startsWith(role))).toBe(true)
  }
  expect(dialog.element().textContent).toMatch(/crée et supprime les Comptes des Authorised Users/)
  await button('Close').click()
  await expect.element(button('Terms of service')).toHaveFocus()
})

test('R7.3-07 the work account starts at externalLogin with the redirect_uri inside ReturnUrl, and the whole of it to resume', async () => {
  const returnUrl = '/connect/authorize?client_id=fibrain&redirect_uri=https%3A%2F%2Ffibrain.example%2Fback'
  const { link, visited } = await open({ at: `/identity/account/login?ReturnUrl=${encodeURIComponent(returnUrl)}` })
  await link('Continue with Office 365').click()
  await expect.poll(() => visited.length).toBe(1)
  const address = new URL(visited[0] ?? '', location.origin)
  expect(address.pathname).toBe('/api/v1/account/externalLogin')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    provider: 'Microsoft',
    returnUrl: 'https://fibrain.example/back',
    resume: returnUrl,
  })
})

test('the page is usable while the configuration is still on its way, and when it never comes', async () => {
  const { button, userName } = await open({ network: { config: 'network error' } })
  await button('Continue with your account').click()
  await expect.element(userName()).toBeVisible()
})

test('only a demonstration server shows the way to the demonstration mail', async () => {
  const first = await open()
  await expect.element(first.link(/Problems to access/)).toBeVisible()
  await expect.element(first.link('Demonstration mail')).not.toBeInTheDocument()
  await close()
  const second = await open({ settings: { demonstration: true } })
  await expect.element(second.link('Demonstration mail')).toHaveAttribute('href', '/identity/demo/mail')
})

test('R2.3-03 accessDenied says so and leads home or out of the session', async () => {
  const { heading, text, link } = await open({ at: '/identity/account/accessDenied' })
  await expect.element(heading('Access is denied')).toBeVisible()
  await expect
    .element(
      text(
        'You dont have access to this resource. You might not have the required permissions. Please, contact your administrator for more information.',
      ),
    )
    .toBeVisible()
  await expect.element(link('Home')).toHaveAttribute('href', '/identity/home')
  await expect.element(link('Close session')).toHaveAttribute('href', '/api/v1/account/logout')
})

const reasons = {
  'external-provider-missing': /Office 365 is not set up on this server/,
  'external-provider-unreachable': /Office 365 cannot be reached at the moment/,
  'external-interrupted': /took too long/,
  'external-refused': /did not confirm who you are/,
  'external-unproven': /did not confirm your e-mail address/,
  'external-unknown': /Nobody here has the address of your Office 365 account/,
  'external-locked': /User Is Locked Out\. Only an administrator can unblock your account/,
  'external-draft': /User pending approval/,
} as const satisfies Record<ExternalRefusal, RegExp>

test('R2.3-03 accessDenied says why the external sign-in let nobody in, and leads back to the ways to sign in', async () => {
  for (const [reason, words] of Object.entries(reasons)) {
    const { heading, text, link } = await open({ at: `/identity/account/accessDenied?reason=${reason}` })
    await expect.element(heading('Access is denied')).toBeVisible()
    await expect.element(text(words)).toBeVisible()
    await expect
      .element(link('Select another authentication method'))
      .toHaveAttribute('href', '/identity/account/login')
    await expect.element(link('Close session')).not.toBeInTheDocument()
    await close()
  }
})

test('R2.3-03 a reason that nobody knows is not repeated, nor taken for a text', async () => {
  for (const reason of ['title', 'constructor', 'Pay here']) {
    const { text, link } = await open({ at: `/identity/account/accessDenied?reason=${reason}` })
    await expect.element(text(/You dont have access to this resource/)).toBeVisible()
    await expect.element(link('Home')).toBeVisible()
    await close()
  }
})
