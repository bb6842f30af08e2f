import { afterEach, expect, test, vi } from 'vitest'
import { drawn } from '#web/ui/render.harness.tsx'
import { close, holdClock, identityUrl, open } from './portal.harness.tsx'

afterEach(close)

test('R2.2-01 R2.1-04 the hub, the profile and the administration answer below /identity', async () => {
  for (const [at, title] of [
    ['/identity', 'My applications'],
    ['/identity/home', 'My applications'],
    ['/identity/profile', 'Profile'],
    ['/identity/admin', 'Administration'],
  ] as const) {
    await open({ at, who: { role: ['Administrator'] } })
    await expect.poll(() => document.title).toBe(`${title} · Portico`)
    await close()
  }
})

test('R2.1-05 another base tag moves every route', async () => {
  const { heading } = await open({
    base: '/elsewhere/',
    at: '/elsewhere/profile',
    answers: { 'GET /elsewhere/api/v1/config': { body: (await import('./portal.harness.tsx')).config } },
  })
  await expect.element(heading('Profile')).toBeVisible()
})

test('R2.2-02 /microsoft goes at once to the external login of the Microsoft provider', async () => {
  const { visited } = await open({ at: '/identity/microsoft', who: 'nobody' })
  await expect.poll(() => visited).toEqual(['/identity/api/v1/account/externalLogin?provider=Microsoft'])
})

test('R2.4-28 while nobody is signed in the header of the landing page has a link to the login page', async () => {
  const nobody = await open({ at: '/identity/progects', who: 'nobody' })
  await expect.element(nobody.link('Login')).toHaveAttribute('href', '/identity/account/login')
  expect(nobody.link('Login').element().closest('header')).not.toBeNull()
  await close()
  const somebody = await open({ at: '/identity/progects' })
  await expect.element(somebody.link('Help desk')).toBeVisible()
  await expect.element(somebody.link('Login')).not.toBeInTheDocument()
})

test('R2.2-03 any other path is a blue landing page with a logo, a heading, a second one and a way back, also without a sign-in', async () => {
  const { heading, link, visited } = await open({ at: '/identity/progects', who: 'nobody' })
  await expect.element(heading('This door leads nowhere')).toBeVisible()
  await expect
    .element(heading('The address may have moved. Everything you work with is still one door away.'))
    .toBeVisible()
  await expect.element(link('Go to my apps')).toHaveAttribute('href', '/identity/home')
  await expect.element(link('Help desk')).toHaveAttribute('href', 'https://tickets.example/')
  expect(document.querySelector('.land')?.getBoundingClientRect().height).toBe(innerHeight)
  expect(visited).toEqual([])
})

test('R2.2-03 behind the door is one of three images, picked at random, and the heading is translated', async () => {
  const titles = new Set<string | undefined>()
  for (const chance of [0, 0.4, 0.9]) {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const { heading } = await open({ at: '/identity/a/b/c', language: 'fr' })
    await expect.element(heading('Cette porte ne mène nulle part')).toBeVisible()
    titles.add(document.querySelector<SVGElement>('[data-scene]')?.dataset.scene)
    vi.restoreAllMocks()
    await close()
  }
  expect(titles).toEqual(new Set(['sunset', 'night', 'sea']))
})

test('the title of a page that is gone to is said for screen readers, that of the first one by the browser', async () => {
  const { page, heading } = await open({ at: '/identity/admin', who: { role: ['Administrator'] } })
  const said = () => document.querySelector('.sr[aria-live]')?.textContent
  await expect.element(heading('Welcome, Marta Oliveira')).toBeVisible()
  expect(said()).toBe('')
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: /^Areas/ })
    .click()
  await expect.poll(said).toBe('Areas · Portico')
})

test('R2.5-01 the administration opens for its three roles; everybody else is sent to the identity URL', async () => {
  for (const role of ['Administrator', 'UserAdministrator', 'God']) {
    const { heading } = await open({ at: '/identity/admin', who: { role: [role] } })
    await expect.element(heading('Welcome, Marta Oliveira')).toBeVisible()
    await close()
  }
  const { visited, heading } = await open({ at: '/identity/admin', who: { role: ['Manager', 'TenantAdministrator'] } })
  await expect.poll(() => visited).toEqual([identityUrl.replace(location.origin, '')])
  await expect.element(heading('Welcome, Marta Oliveira')).not.toBeInTheDocument()
})

test('R2.5-02 the administration waits for one second', async () => {
  holdClock()
  const { text, heading } = await open({ at: '/identity/admin', who: { role: ['God'] }, waiting: true })
  await expect.element(text('Opening the administration')).toBeVisible()
  await vi.advanceTimersByTimeAsync(800)
  await drawn()
  await expect.element(text('Opening the administration')).toBeVisible()
  await vi.advanceTimersByTimeAsync(300)
  await drawn()
  expect(text('Opening the administration').elements()).toHaveLength(0)
  await expect.element(heading('Welcome, Marta Oliveira')).toBeVisible()
})

test('R2.5-03 the administration offers English, Spanish, French, Italian, Portuguese and German', async () => {
  const { button, page } = await open({ at: '/identity/admin', who: { role: ['God'] } })
  await button('Language: English').click()
  expect(
    page
      .getByRole('menuitemradio')
      .elements()
      .map((item) => item.getAttribute('lang')),
  ).toEqual(['en', 'es', 'fr', 'it', 'pt', 'de'])
})

test('R2.5-04 in the administration Home leads to /admin, for each of its roles', async () => {
  for (const role of ['Administrator', 'UserAdministrator', 'God']) {
    const { page } = await open({ at: '/identity/admin', who: { role: [role] } })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect
      .element(menu.getByRole('link', { name: 'Home', exact: true }))
      .toHaveAttribute('href', '/identity/admin')
    await close()
  }
})
