// /admin: the first page of the administration, for each of the roles that may enter.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'
import { Facts } from '#contract/dashboard.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'

afterEach(async () => {
  vi.useRealTimers()
  await close()
})

const expectText = (shown: Locator) => expect.poll(() => shown.element().textContent)

const hour = (ago: number) => new Date(Math.floor(Date.now() / 3_600_000 - ago) * 3_600_000).toISOString()
const hours = [8, 7, 6, 5, 4, 3, 2, 1, 0].map((ago) => ({ key: hour(ago), value: 10 + ago, dayBefore: 7 }))
const nothing = { waitingRequests: null, expiringTokens: null, activeTokens: null, tenantsWithSecondFactor: null }
const noLog = { eventsToday: null, failedSignIns: null, usualFailedSignIns: null, logChain: null }
const noConsole = { openRightsRequests: null, connectedUsers: null, connectedApplications: null, failedJobs: null }
const unseen = Facts.parse({
  ...nothing,
  ...noLog,
  ...noConsole,
  policies: null,
  disabledWebhooks: null,
  lockedUsers: 0,
})
const seen = Facts.parse({
  ...unseen,
  waitingRequests: 14,
  tenantsWithSecondFactor: 6,
  openRightsRequests: 0,
  connectedUsers: 315,
  connectedApplications: 8,
  policies: 6,
  failedJobs: 0,
  failedSignIns: 9,
  usualFailedSignIns: 1,
})
const answers: Answers = {
  'GET /admin/dashboard/summary': {
    body: { usersCount: 1284, groupsCount: 86, appsCount: 34, areasCount: 7, tenantsCount: 19402 },
  },
  'GET /admin/dashboard/facts': {
    body: seen,
  },
  'GET /admin/dashboard/lastChanges': { body: [] },
  'GET /admin/dashboard/loginLastHours': { body: hours },
  'GET /admin/dashboard/adminPerApp': {
    body: [
      { key: 'Identity', value: 12 },
      { key: 'Grants', value: 9 },
    ],
  },
  'GET /admin/dashboard/globalAdminPerAreas': {
    body: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((key, at) => ({ key, value: 9 - at })),
  },
  'GET /admin/dashboard/connectedPerApp': { body: [{ key: 'Project Tracking', value: 84 }] },
  'GET /admin/dashboard/externalApiAccess': { body: [{ key: 'svc.payroll', value: 4812 }] },
  'GET /admin/dashboard/identyfyasEnabled': { body: { enabled: true } },
  'GET /admin/applications': {
    body: {
      items: [
        { id: 1, displayName: 'Identity' },
        { id: 7, displayName: 'Grants' },
      ],
      count: 2,
    },
  },
  'POST /admin/dashboard/adminReport': {
    body: {
      success: true,
      errors: [],
      process: { id: crypto.randomUUID(), type: 'AdminReport', startTime: hour(0) },
    },
  },
}
const opened = (role: RoleName[], more: Answers = {}) =>
  open({ at: '/identity/admin', who: { role }, answers: { ...answers, ...more } })

test('R2.5-17 R2.5-19 R2.5-21 a welcome with name and avatar, the charts on the left, tiles and access per user on the right', async () => {
  const { page } = await opened(['Administrator'])
  const heading = page.getByRole('heading', { level: 1 })
  await expectText(heading).toMatch(/^Welcome, Marta Oliveira/)
  // Beside it: the avatar of whoever reads.
  const avatar = heading.element().closest('.home-head')?.querySelector<HTMLElement>('.avatar')
  expect(avatar?.dataset.initials).toBe('MO')
  for (const name of [
    'Login success per hour',
    'Users connected',
    'Global Administrators',
    'Per area',
    'Access per user',
  ])
    await expect.element(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect.element(page.getByText(/315 people are working in 8 applications right now\./)).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Users connected' }).getByRole('listitem'))
    .toHaveTextContent('Project Tracking84')
  await expectText(page.getByRole('region', { name: 'Per area' })).toMatch(/One 9.*Four 6.*Others 9/)
})

test('R2.5-18 the background jobs open in a tab of their own', async () => {
  const { page } = await opened(['Administrator'])
  const link = page.getByRole('link', { name: 'Background jobs' })
  await expect.element(link).toHaveAttribute('href', '/identity/jobs')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('R2.5-22 tiles lead to what the caller may open, with one fact each', async () => {
  const { page } = await opened(['Administrator', 'God'])
  const tiles = page.getByRole('navigation', { name: 'Where to go' })
  await expectText(tiles.getByRole('link', { name: /Users/ })).toContain('1,284Users')
  await expect
    .element(tiles.getByRole('link', { name: 'Permissions' }))
    .toHaveAttribute('href', '/identity/admin/permissions')
  await expect
    .element(tiles.getByRole('link', { name: '14 requests wait' }))
    .toHaveAttribute('href', '/identity/profile/clients?view=requests&status=WaitingForApprover')
  await expectText(tiles.getByRole('link', { name: /MFA Configuration/ })).toContain('On for 0.03%')
  await expectText(tiles.getByRole('link', { name: /Security Configuration/ })).toContain('6 policies')
  await expectText(tiles.getByRole('link', { name: 'Rights requests' })).toBe('Rights requests')
  await expect.element(tiles.getByRole('link', { name: /Tenants/ })).toHaveAttribute('href', '/identity/admin/tenants')
})

test('R2.5-22 a UserAdministrator has users and groups, and no chart', async () => {
  const { page, calls } = await opened(['UserAdministrator'], { 'GET /admin/dashboard/facts': { body: unseen } })
  const tiles = page.getByRole('navigation', { name: 'Where to go' })
  await expect.element(tiles.getByRole('link', { name: /Users/ })).toBeVisible()
  await expect.element(tiles.getByRole('link', { name: /Groups/ })).toBeVisible()
  expect(tiles.getByRole('link', { name: /Tenants|Applications|Permissions/ }).elements()).toHaveLength(0)
  expect(page.getByRole('region', { name: 'Login success per hour' }).elements()).toHaveLength(0)
  expect(calls('GET /admin/dashboard/adminPerApp')).toHaveLength(0)
})

test.each([
  [['God'] as RoleName[], true, 1],
  [['God'] as RoleName[], false, 0],
  [['Administrator'] as RoleName[], true, 0],
])('R2.5-23 impersonation: %s, enabled %s, has %i tile', async (roles, enabled, count) => {
  const { page, calls } = await opened(roles, { 'GET /admin/dashboard/identyfyasEnabled': { body: { enabled } } })
  await expect.element(page.getByRole('navigation', { name: 'Where to go' })).toBeVisible()
  const asked = roles.includes('God') ? 1 : 0
  await expect.poll(() => calls('GET /admin/dashboard/identyfyasEnabled').length).toBe(asked)
  await expect.poll(() => page.getByRole('link', { name: /Identify as/ }).elements().length).toBe(count)
})

test('R2.5-24 after a day with hardly any sign-ins no percentage is told', async () => {
  const quiet = hours.map((one, index) => ({ ...one, dayBefore: index === 0 ? 1 : 0 }))
  const { page } = await opened(['Administrator'], { 'GET /admin/dashboard/loginLastHours': { body: quiet } })
  const chart = page.getByRole('region', { name: 'Login success per hour' })
  await expectText(chart).toMatch(/126in the last nine hours/)
  await expectText(chart).not.toMatch(/%/)
})

test('R2.5-24 sign-ins per hour: the sum of nine, against the day before, refreshed, zoomed and as a table', async () => {
  const { page, calls } = await opened(['Administrator'])
  const chart = page.getByRole('region', { name: 'Login success per hour' })
  await expectText(chart).toMatch(/126in the last nine hours100% above/)
  await expect.element(chart.getByRole('img', { name: 'Login success per hour' })).toBeVisible()
  await chart.getByRole('button', { name: /^Refresh/ }).click()
  await expect.poll(() => calls('GET /admin/dashboard/loginLastHours').length).toBe(2)
  await chart.getByRole('button', { name: /^Show as table/ }).click()
  expect(chart.getByRole('row').elements()).toHaveLength(10)
  await expectText(chart.getByRole('row').nth(1)).toMatch(/^\d\d:00187$/)
  await chart.getByRole('button', { name: /^Zoom/ }).click()
  const large = page.getByRole('dialog', { name: 'Login success per hour' })
  await expect.element(large).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(large).not.toBeInTheDocument()
})

test('R2.5-20 R2.5-25 a chart fills the window, and goes back by its button', async () => {
  const { page } = await opened(['Administrator'])
  const chart = page.getByRole('region', { name: 'Global Administrators' })
  await expect.element(chart.getByText('21 assignments, per application')).toBeVisible()
  await chart.getByRole('button', { name: /^Full screen/ }).click()
  const large = page.getByRole('dialog', { name: 'Global Administrators' })
  await expect.element(large.getByRole('img', { name: 'Global Administrators' })).toBeVisible()
  await large.getByRole('button', { name: /^Back to the page/ }).click()
  await expect.element(chart).toBeVisible()
})

test('R7.11-06 access per user is asked for seven days of the reader, as DD-MM-YYYY HH:mm:ss', async () => {
  const { calls } = await opened(['Administrator'])
  await expect.poll(() => calls('GET /admin/dashboard/externalApiAccess').length).toBe(1)
  const query = new URLSearchParams(calls('GET /admin/dashboard/externalApiAccess')[0]?.path.split('?')[1])
  expect(query.get('startDate')).toMatch(/^\d\d-\d\d-\d{4} 00:00:00$/)
  expect(query.get('endDate')).toMatch(/^\d\d-\d\d-\d{4} 23:59:59$/)
  expect(query.get('timeZone')).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('R7.11-06 a page that stays open over midnight asks for the day that has begun', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 23, 50) })
  const { page, calls } = await opened(['Administrator'])
  const daysOf = () => {
    const query = new URLSearchParams(calls('GET /admin/dashboard/externalApiAccess').at(-1)?.path.split('?')[1])
    return [query.get('startDate'), query.get('endDate')]
  }
  await expect.poll(daysOf).toEqual(['17-11-2026 00:00:00', '24-11-2026 23:59:59'])
  vi.setSystemTime(new Date(2026, 10, 25, 0, 10))
  await page.getByRole('button', { name: 'Refresh: Access per user' }).click()
  await expect.poll(daysOf).toEqual(['18-11-2026 00:00:00', '25-11-2026 23:59:59'])
})

test('R2.5-24 a point of the line says its whole hour', async () => {
  const { page } = await opened(['Administrator'])
  const line = page.getByRole('img', { name: 'Login success per hour' })
  await expect.element(line).toBeVisible()
  await line.hover()
  await expectText(page.getByRole('region', { name: 'Login success per hour' })).toMatch(/(\d\d):00 to \1:59/)
})

test('R5.3-05 R7.11-09 the report needs an application, and is made of those that are chosen', async () => {
  const { page, calls } = await opened(['Administrator'])
  await page.getByRole('button', { name: 'Administrator report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Administrator report' })
  await expect.element(dialog.getByRole('checkbox', { name: 'Grants' })).toBeVisible()
  expect(calls('GET /admin/applications?skip=0&take=1000')).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await expectText(dialog.getByRole('alert')).toContain('You need to select at least one app')
  await dialog.getByRole('checkbox', { name: 'Grants' }).click()
  expect(dialog.getByRole('alert').elements()).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await expect.element(page.getByText('The report is being prepared')).toBeVisible()
  expect(calls('POST /admin/dashboard/adminReport')[0]?.body).toBe('[7]')
})

test('a chart that cannot be read says so and is tried again; one without numbers says that too', async () => {
  const { page } = await opened(['Administrator'], {
    'GET /admin/dashboard/adminPerApp': { status: 500, body: {} },
    'GET /admin/dashboard/connectedPerApp': { body: [] },
  })
  await expect
    .element(page.getByRole('region', { name: 'Global Administrators' }).getByRole('button', { name: 'Try again' }))
    .toBeVisible()
  await expect.element(page.getByText('Nobody used an application in the last 30 minutes.')).toBeVisible()
})
