// What comes later comes in where its place was kept: a page that moves under the pointer takes the click.
import { expect, openAs, type Page, test, url } from './portico.ts'

test.use({ locale: 'fr-FR', viewport: { width: 768, height: 1024 } })

/** The shifts of the layout so far, each as a share of the window (web.dev/cls), but for those that follow a press. */
const watchShifts = `{
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push({ value, of: sources.map(({ node }) => node?.className ?? '').join(', ') })
  }).observe({ type: 'layout-shift', buffered: true })
}`
type Shift = { readonly value: number; readonly of: string }

/** Where readers begin to notice it. */
const most = 0.1

const expectSteady = async (page: Page) => {
  // Two frames: what was drawn last is counted.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const shifts = await page.evaluate<Shift[]>('shifts')
  expect(shifts.filter(({ value }) => value > most)).toEqual([])
}

const rows = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()

test('the requests stay where they are when their numbers come', async ({ page }) => {
  await page.addInitScript(watchShifts)
  await openAs(page, 'luca.navarro', { at: '/identity/profile/clients?view=requests' })
  await expect(page.getByRole('button', { name: /^Toutes \d/ })).toBeVisible()
  await rows(page)
  await expectSteady(page)
})

test('a tenant, the security configurations and the log stay where they are when their last parts come', async ({
  page,
}) => {
  await page.addInitScript(watchShifts)
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/tenants' })
  const tenant = await page.getByRole('row').nth(1).getByRole('link').first().getAttribute('href')
  await page.goto(new URL(tenant ?? '', url()).href)
  await expect(page.getByRole('button', { name: 'Ajouter un membre' })).toBeVisible()
  await expectSteady(page)
  await page.goto(`${url()}/identity/admin/securityConfig`)
  await expect(page.getByRole('link', { name: /^Modifier / }).first()).toBeVisible()
  await rows(page)
  await expectSteady(page)
  await page.goto(`${url()}/identity/admin/logs`)
  await expect(page.getByRole('button', { name: 'Vérifier maintenant' })).toBeVisible()
  await expectSteady(page)
})
