// R2.5-48: the disclaimer of an application, before it is opened for the first time.
import { afterEach, expect, test, vi } from 'vitest'
import { app, type Answers, close, open } from '#web/app/portal.harness.tsx'
import { homeRedirect } from './listing.ts'

afterEach(() => {
  vi.restoreAllMocks()
  return close()
})

const disclaimer = {
  appInfoId: 7,
  displayAppName: 'App 7',
  privateUrl: 'https://apps.example/7',
  accepted: false,
  onAcceptedDate: null,
  appName: 'app7',
  text: 'The terms of App 7',
  iconVersion: null,
  modifiedOn: '2026-10-01T10:00:00.000Z',
}
const opened = async () => {
  const items = [app(7, { disclaimer: true }), app(8)]
  const answers: Answers = {
    'GET /admin/applications/homeInfo': { body: { applications: { items, count: 2 }, clientPortalAppId: null } },
    'GET /profile/disclaimers': { body: { items: [disclaimer], count: 1 } },
    'PUT /profile/disclaimer/7': { body: { ...disclaimer, accepted: true, onAcceptedDate: disclaimer.modifiedOn } },
  }
  const harness = await open({ at: '/identity/home?noredirect', answers })
  await expect.element(harness.page.getByRole('link', { name: 'App 7' })).toBeVisible()
  return harness
}

test('R2.5-48 a tile shows the text first; not now leaves everything as it is', async () => {
  const { page, text, button, calls } = await opened()
  await page.getByRole('link', { name: 'App 7' }).click()
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Before you open App 7' })).toBeVisible()
  await expect.element(text('The terms of App 7')).toBeVisible()
  await button('Not now').click()
  expect(calls('PUT /profile/disclaimer/7')).toHaveLength(0)
  expect(location.pathname).toBe('/identity/home')
})

test('R2.5-48 accepting stores what was read, and opens the application', async () => {
  const { page, button, calls, visited } = await opened()
  await page.getByRole('link', { name: 'App 7' }).click()
  await button('Accept and open').click()
  await expect.poll(() => visited).toEqual(['https://apps.example/7'])
  expect(calls('PUT /profile/disclaimer/7').map(({ path }) => path.split('?')[1])).toEqual([
    'modifiedOn=2026-10-01T10%3A00%3A00.000Z',
  ])
})

test('R2.5-48 a new tab is opened by the click on Accept, before anything is waited for', async () => {
  const { page, button } = await opened()
  const tab = { opener: window, location: { href: '' }, close: vi.fn() }
  const openTab = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await page.getByRole('link', { name: 'App 7' }).click({ modifiers: ['ControlOrMeta'] })
  await button('Accept and open').click()
  await expect.poll(() => tab.location.href).toBe('https://apps.example/7')
  expect([openTab.mock.calls, tab.opener]).toEqual([[['about:blank', '_blank']], null])
})

test('R2.5-48 in the drawer as well', async () => {
  const { page, button } = await opened()
  await button('My Apps').click()
  await page.getByRole('dialog').getByRole('link', { name: /App 7/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Before you open App 7' })).toBeVisible()
})

test('R4.6-01 the only application is not opened past its disclaimer', () => {
  const home = (apps: ReturnType<typeof app>[]) =>
    homeRedirect({ apps, clientPortalAppId: null, area: '', viewer: { roles: [], prerelease: false } })
  expect(home([app(7)])).toBe('https://apps.example/7')
  expect(home([app(7, { disclaimer: true })])).toBeUndefined()
})
