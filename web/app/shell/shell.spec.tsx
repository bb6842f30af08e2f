import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { app, close, home, open, playClock } from '#web/app/portal.harness.tsx'

afterEach(close)

const bar = () => document.querySelector('header.top') as HTMLElement

test('R2.4-18 the top bar shows logo, slogan, language, help desk, My Apps and the account', async () => {
  const { link, button, text } = await open()
  await expect.element(link('Portico, home')).toHaveAttribute('href', '/identity/home?noredirect')
  await expect.element(text('One door to everything you work with')).toBeVisible()
  await expect.element(link('Help desk')).toBeVisible()
  await expect.element(button('Language: English')).toBeVisible()
  await expect.element(button('My Apps')).toBeVisible()
  await expect.element(button('Your account: Marta Oliveira')).toBeVisible()
})

test('R2.4-29 the help desk opens in a new tab: the internal one for colleagues, the ticket page for others', async () => {
  const first = await open()
  await expect.element(first.link('Help desk')).toHaveAttribute('href', 'https://internal.example/')
  await expect.element(first.link('Help desk')).toHaveAttribute('target', '_blank')
  await close()
  const second = await open({ who: { email: 'client@elsewhere.example' } })
  await expect.element(second.link('Help desk')).toHaveAttribute('href', 'https://tickets.example/')
})

test('R2.4-19 the hamburger is there up to 768 px, and leads to the pages of the reader', async () => {
  const { page, button, link, text } = await open({ who: { role: ['God'] } })
  await expect.element(text('Wait while redirect...')).not.toBeInTheDocument()
  await page.viewport(769, 900)
  await expect.element(button('Open menu')).not.toBeInTheDocument()
  await page.viewport(768, 900)
  await button('Open menu').click()
  await expect.element(link('Home')).toBeVisible()
  await expect.element(link('Profile')).toHaveAttribute('href', '/identity/profile')
  await expect.element(link('Administration')).toHaveAttribute('href', '/identity/admin')
})

test('R2.4-21 an entry that requires roles is there for anyone who has any one of them', async () => {
  for (const [role, there] of [
    ['UserAdministrator', true],
    ['Administrator', true],
    ['Manager', false],
  ] as const) {
    const { link, heading } = await open({ at: '/identity/profile', who: { role: [role, 'User'] } })
    await expect.element(heading('Profile')).toBeVisible()
    expect(link('Administration').elements()).toHaveLength(there ? 1 : 0)
    await close()
  }
})

test('R2.4-20 the side menu folds and unfolds, and stays as it was left', async () => {
  const { button } = await open({ at: '/identity/profile' })
  await expect.element(button('Collapse menu')).toHaveAttribute('aria-expanded', 'true')
  const width = () => document.querySelector('.side-menu')?.getBoundingClientRect().width ?? 0
  const before = width()
  await button('Collapse menu').click()
  await expect.element(button('Expand menu')).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(width).toBeLessThan(before)
  expect(JSON.parse(localStorage.getItem('portico.preferences') ?? '{}')).toMatchObject({ sideMenu: 'collapsed' })
})

test('the side menu stands beside the content, into which Skip leads past it, and right above it on a phone', async () => {
  const { page, button, heading } = await open({
    at: '/identity/profile/disclaimers',
    answers: { 'GET /profile/disclaimers': { body: { items: [], count: 0 } } },
  })
  await expect.element(heading('Disclaimers')).toBeVisible()
  const main = page.getByRole('main')
  expect(main.getByRole('navigation').elements()).toEqual([])
  button('Skip to content').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(main).toHaveFocus()
  await page.viewport(390, 1200)
  const [menu, title] = [document.querySelector('.side-menu'), heading('Disclaimers').element()]
  const gap = () => title.getBoundingClientRect().top - (menu?.getBoundingClientRect().bottom ?? 0)
  await expect.poll(gap).toBeLessThan(40)
})

test('R2.4-22 R2.4-23 the footer shows the year and three links in the language of the reader', async () => {
  const { link, text } = await open()
  await expect.element(text(`© ${new Date().getFullYear()} Portico`)).toBeVisible()
  await expect.element(link('terms of use')).toHaveAttribute('href', 'https://legal.example/en/terms')
  await expect.element(link('data subject right')).toHaveAttribute('href', 'https://legal.example/en/rights')
  await expect.element(link('cookie policy')).toHaveAttribute('href', 'https://legal.example/en/cookies')
  await close()
  const italian = await open({ language: 'it' })
  await expect.element(italian.link('condizioni d’uso')).toHaveAttribute('href', 'https://legal.example/es/terms')
})

test('A-196 what the installation has no address of has no link', async () => {
  const settings = { helpDesk: {}, footer: { es: { termsOfUse: 'https://legal.example/es/terms' } } }
  const { link, button } = await open({ settings })
  await expect.element(link('terms of use')).toHaveAttribute('href', 'https://legal.example/es/terms')
  await expect.element(button('My Apps')).toBeVisible()
  for (const name of ['Help desk', 'data subject right', 'cookie policy'])
    await expect.element(link(name)).not.toBeInTheDocument()
})

test('R2.4-24 R7.4-03 the maintenance notice is in the way while the status is Maintenance, and for no other text', async () => {
  playClock()
  const { page, answers, calls } = await open()
  await expect.poll(() => calls('GET /applications/status/identity').length).toBe(1)
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  answers['GET /applications/status/identity'] = { text: 'Maintenance' }
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(page.getByRole('alertdialog', { name: 'Maintenance' })).toBeVisible()
  expect(page.getByRole('alertdialog').getByRole('button').elements()).toHaveLength(0)
  answers['GET /applications/status/identity'] = { text: 'Running' }
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(calls('GET /applications/status/identity')).toHaveLength(3)
})

test('A-179 an administrator may close the maintenance notice', async () => {
  const { page, button } = await open({
    who: { role: ['Administrator'] },
    answers: { 'GET /applications/status/identity': { text: 'Maintenance' } },
  })
  await button('Go on as administrator').click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('R2.4-25 R2.4-26 the profile popup shows name, picture and greeting, and leads to the profile, the password and out', async () => {
  const { button, link, text, page, pictures } = await open()
  await button('Your account: Marta Oliveira').click()
  const popup = page.getByRole('dialog', { name: 'Your account: Marta Oliveira' })
  await expect.element(popup.getByText('Marta Oliveira', { exact: true })).toBeVisible()
  await expect.element(text('Hi, Marta')).toBeVisible()
  await expect
    .poll(() => pictures)
    .toContainEqual(expect.stringMatching(/^\/identity\/api\/v1\/avatar\/[0-9a-f]{64}\?s=64&d=blank$/))
  await expect.element(link('Your Profile')).toHaveAttribute('href', '/identity/profile')
  await expect.element(popup.getByRole('button', { name: 'Change password' })).toBeVisible()
  await expect.element(popup.getByRole('button', { name: 'Close session' })).toBeVisible()
})

test('R2.4-26 R2.1-01 R2.1-02 Your Profile loads a whole page, because it is another known path', async () => {
  const { button, link, visited } = await open()
  await button('Your account: Marta Oliveira').click()
  await link('Your Profile').click()
  await expect.poll(() => visited).toEqual(['/identity/profile'])
})

test('R2.1-02 every other link of the application opens in place', async () => {
  const { visited, page, button, link, text } = await open({ who: { role: ['Administrator'] } })
  await expect.element(text('Wait while redirect...')).not.toBeInTheDocument()
  await page.viewport(700, 900)
  await button('Open menu').click()
  await link('Administration').click()
  await expect.poll(() => location.pathname).toBe('/identity/admin')
  expect(visited).toEqual([])
})

test('R2.4-27 R2.1-03 the menu without popup has the name, the picture and the items; Change company only where it is required and there are two', async () => {
  const opened = async ({ companySelection, count }: { companySelection: boolean; count: number }) => {
    const items = ['Alpha', 'Beta']
      .slice(0, count)
      .map((title, at) => ({ id: `0000000${at}-0000-4000-8000-000000000000`, title }))
    const answers = { 'GET /profile/companies': { body: { items, count } } }
    const harness = await open({ settings: { companySelection }, answers })
    await expect.element(harness.text('Wait while redirect...')).not.toBeInTheDocument()
    await harness.page.viewport(700, 900)
    await harness.button('Open menu').click()
    return { ...harness, drawer: harness.dialog('Menu') }
  }
  const required = await opened({ companySelection: true, count: 2 })
  await expect.element(required.link('Change company')).toHaveAttribute('href', '/home/companies/select')
  await close()
  // By now the item is loaded: where it is shown, it asks as soon as the menu is open.
  const first = await opened({ companySelection: false, count: 2 })
  await expect.element(first.drawer.getByText('Marta Oliveira')).toBeVisible()
  expect(first.drawer.element().querySelector('.avatar')).not.toBeNull()
  await expect.element(first.drawer.getByText('Your Profile')).toBeVisible()
  await expect.element(first.drawer.getByText('Close session')).toBeVisible()
  await expect.element(first.drawer.getByText('Change company')).not.toBeInTheDocument()
  expect(first.calls('GET /profile/companies')).toEqual([])
  await close()
  const third = await opened({ companySelection: true, count: 1 })
  await expect.poll(() => third.calls('GET /profile/companies').length).toBe(1)
  await expect.element(third.drawer.getByText('Close session')).toBeVisible()
  await expect.element(third.drawer.getByText('Change company')).not.toBeInTheDocument()
})

test('R2.4-30 R2.3-11 the language menu has a flag for each of seven languages, changes the page at once and is stored', async () => {
  const { page, button, heading, calls } = await open({
    answers: { 'GET /admin/applications/homeInfo': home([app(2)]) },
  })
  await expect.element(heading('Your applications')).toBeVisible()
  await button('Language: English').click()
  const items = page.getByRole('menuitemradio')
  await expect
    .poll(() => items.elements().map((item) => item.querySelector('svg')?.dataset.flag))
    .toEqual(['en', 'es', 'fr', 'it', 'pt', 'pt-br', 'de'])
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect.element(heading('Ihre Anwendungen')).toBeVisible()
  expect(document.documentElement.lang).toBe('de')
  expect(calls('PUT /profile/language').map(({ body }) => body)).toEqual([{ language: 'de' }])
  await expect.poll(() => calls('GET /admin/applications/homeInfo').at(-1)?.headers.get('accept-language')).toBe('de')
})

test('R9-19 the first language is the browser’s, and English where that is none of the seven', async () => {
  for (const [browsers, language, helpDesk] of [
    ['de-AT', 'de', 'Helpdesk'],
    ['pl', 'en', 'Help desk'],
  ] as const) {
    const spy = vi.spyOn(navigator, 'language', 'get').mockReturnValue(browsers)
    const { page } = await open()
    spy.mockRestore()
    await expect.poll(() => document.documentElement.lang).toBe(language)
    await expect.element(page.getByRole('link', { name: helpDesk })).toBeVisible()
    await close()
  }
})

test('R3.3-01 the choice of the language is kept under one fixed key of the local storage', async () => {
  const { page, button, heading } = await open()
  await button('Language: English').click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect.element(heading('Tus aplicaciones')).toBeVisible()
  expect(JSON.parse(localStorage.getItem('portico.preferences') ?? '{}')).toEqual({ currentLanguage: 'es' })
})

test('R3.3-01 the chosen company is kept beside the language, and goes where it is none of the reader’s', async () => {
  const id = (at: number) => `0000000${at}-0000-4000-8000-000000000000`
  const items = [1, 2].map((at) => ({ id: id(at), title: `Company ${at}` }))
  const answers = { 'GET /profile/companies': { body: { items, count: 2 } } }
  const kept = () => JSON.parse(localStorage.getItem('portico.preferences') ?? '{}') as unknown
  const opened = async (currentCompany: { id: string; title: string }) => {
    localStorage.setItem('portico.preferences', JSON.stringify({ currentCompany }))
    const harness = await open({ settings: { companySelection: true }, answers })
    await harness.button('Language: English').click()
    await harness.page.getByRole('menuitemradio', { name: 'Español' }).click()
    await expect.element(harness.heading('Tus aplicaciones')).toBeVisible()
    await harness.button(/Marta Oliveira/).click()
    return harness
  }
  const first = await opened({ id: id(2), title: 'Company 2' })
  await expect.element(first.link('Cambiar de empresa')).toHaveAttribute('data-tip', 'Company 2')
  expect(kept()).toEqual({ currentCompany: { id: id(2), title: 'Company 2' }, currentLanguage: 'es' })
  await close()
  const second = await opened({ id: id(3), title: 'Of somebody else' })
  await expect.element(second.link('Cambiar de empresa')).toBeVisible()
  await expect.poll(kept).toEqual({ currentLanguage: 'es' })
})

test('the page is dark or light as the reader chooses, or as the system is', async () => {
  const { page, button } = await open()
  await button('Appearance').click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(document.documentElement.dataset.theme).toBe('dark')
  await button('Appearance').click()
  await page.getByRole('menuitemradio', { name: 'Like the system' }).click()
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('R2.4-18 the top bar stays in its place on a small screen, with named buttons', async () => {
  const { page, button } = await open()
  await page.viewport(390, 844)
  await expect.element(button('My Apps')).toBeVisible()
  expect(bar().scrollWidth).toBeLessThanOrEqual(390)
})

test('rule 23 outside of the administration, too, what the focus goes back to lies below the bar', async () => {
  const { button } = await open()
  await expect.element(button('My Apps')).toBeVisible()
  const { bottom } = bar().getBoundingClientRect()
  expect(Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)).toBeGreaterThan(bottom)
})
