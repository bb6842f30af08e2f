// /admin: what looks wrong, and what changed.
import { afterEach, expect, test } from 'vitest'
import { type Answers, close, open } from '#web/app/portal.harness.tsx'
import { Facts, LastChange } from '#contract/dashboard.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'

afterEach(close)

const nothing = Facts.parse(Object.fromEntries(Object.keys(Facts.shape).map((name) => [name, null])))
const wrong: Facts = {
  ...nothing,
  lockedUsers: 3,
  failedJobs: 1,
  disabledWebhooks: 2,
  failedSignIns: 84,
  usualFailedSignIns: 12,
  logChain: 'broken',
}
const change = (id: number, fields: Partial<LastChange>) =>
  LastChange.parse({
    id,
    date: new Date(Date.now() - 120_000).toISOString(),
    userName: 'marta.oliveira',
    displayName: 'Marta Oliveira',
    bySystem: false,
    type: 'user.locked',
    about: 'Luca Navarro',
    ...fields,
  })

const opened = (role: RoleName[], facts: Facts, more: Answers = {}) =>
  open({
    at: '/identity/admin',
    who: { role },
    answers: {
      'GET /admin/dashboard/summary': {
        body: { usersCount: 1, groupsCount: 1, appsCount: null, areasCount: null, tenantsCount: null },
      },
      'GET /admin/dashboard/facts': { body: facts },
      'GET /admin/dashboard/lastChanges': { body: [] },
      'GET /admin/dashboard/loginLastHours': { body: [] },
      'GET /admin/dashboard/adminPerApp': { body: [] },
      'GET /admin/dashboard/globalAdminPerAreas': { body: [] },
      'GET /admin/dashboard/connectedPerApp': { body: [] },
      'GET /admin/dashboard/externalApiAccess': { body: [] },
      'GET /admin/dashboard/identyfyasEnabled': { body: { enabled: false } },
      'GET /admin/applications/owned': { body: { items: [], count: 0 } },
      ...more,
    },
  })

const signs = (page: Awaited<ReturnType<typeof open>>['page']) =>
  page.getByRole('region', { name: 'What looks wrong' }).getByRole('link')
const expectShown = (page: Awaited<ReturnType<typeof open>>['page']) =>
  expect.poll(() =>
    signs(page)
      .elements()
      .map((link) => [link.textContent, link.getAttribute('href')]),
  )

test('what looks wrong stands first on the page, the broken log in red, each with the way to it', async () => {
  const { page } = await opened(['Administrator', 'God'], wrong)
  await expectShown(page).toEqual([
    ['The audit log was changed in the database', '/identity/admin/logs'],
    ['84 failed sign-ins in the last hour, usually 12', '/identity/admin/logs?tab=authentication&f.result=Failure'],
    ['3 users are locked', '/identity/admin/users?f.status=locked'],
    ['1 background job was given up', '/identity/jobs'],
    ['2 webhooks were disabled by the server', '/identity/admin/webhooks'],
  ])
  const [broken, signIns] = signs(page).elements()
  expect([broken?.classList.contains('bad'), signIns?.classList.contains('bad')]).toEqual([true, false])
  await expect.element(page.getByText('Nothing looks wrong')).not.toBeInTheDocument()
})

test('a sign that leads where one may not go is not shown, whatever the number says', async () => {
  const { page } = await opened(['UserAdministrator'], wrong)
  await expectShown(page).toEqual([['3 users are locked', '/identity/admin/users?f.status=locked']])
})

test('failed sign-ins as usual, a log that was not verified and zeros are nothing wrong', async () => {
  const { page } = await opened(['Administrator', 'God'], {
    ...nothing,
    lockedUsers: 0,
    failedJobs: 0,
    disabledWebhooks: 0,
    failedSignIns: 84,
    usualFailedSignIns: 43,
    logChain: 'unverified',
  })
  await expect.element(page.getByText('Nothing looks wrong')).toBeVisible()
  expect(signs(page).elements()).toHaveLength(0)
})

test('the last changes say who did what to whom and when, and lead to their entry in the log', async () => {
  const { page } = await opened(['Administrator'], nothing, {
    'GET /admin/dashboard/lastChanges': {
      body: [
        change(9, {}),
        change(7, {
          type: 'webhook.disabled',
          displayName: null,
          userName: 'deliver-webhook',
          bySystem: true,
          about: null,
        }),
      ],
    },
  })
  const rows = page.getByRole('region', { name: 'Last changes' }).getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((row) => row.querySelector('a')?.getAttribute('href')))
    .toEqual(['/identity/admin/logs?tab=system&entry=9', '/identity/admin/logs?tab=system&entry=7'])
  await expect.element(rows.first()).toHaveTextContent('Marta OliveiraUser: Locked · Luca Navarro2 minutes ago')
  await expect.element(rows.last()).toHaveTextContent('The systemWebhook: Disabled by the server2 minutes ago')
})

test('whoever may not read the log is asked for no changes', async () => {
  const { page, calls } = await opened(['God'], nothing)
  await expect.element(page.getByText('Nothing looks wrong')).toBeVisible()
  expect(page.getByRole('region', { name: 'Last changes' }).elements()).toHaveLength(0)
  expect(calls('GET /admin/dashboard/lastChanges')).toHaveLength(0)
})
