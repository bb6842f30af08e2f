// A-154, R2.5-18: the dashboard of background jobs opens in a tab of its own, for Administrators.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from './testing/browser.ts'
import { addPerson, signIn } from './testing/people.ts'
import { startTestPortico, type TestPortico } from './testing/portico.ts'

let portico: TestPortico
beforeAll(async () => void (portico = await startTestPortico({ PORTICO_IDENTIFY_AS: 'true' }, { clockJobs: true })))
afterAll(() => portico.close())

const signedIn = async (roles: string[]) => (await signIn(portico, await addPerson(portico, { roles }))).browser

test('A-154 an Administrator sees the queues, with the session of the browser alone', async () => {
  const browser = await signedIn(['Administrator'])
  const answer = await browser.get('/identity/jobs')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect((await browser.get('/identity/jobs/queues')).text).toContain('run-process')
  expect(answer.text).not.toMatch(/postgres(ql)?:\/\//)
})

test('its scripts run by a nonce, and are there', async () => {
  const browser = await signedIn(['Administrator'])
  const { text, headers } = await browser.get('/identity/jobs')
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
  const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
  const [asset] = /\/identity\/jobs\/assets\/[\w.-]+\.js/.exec(text) ?? []
  const file = await browser.get(asset ?? '')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
})

test('a stranger goes to the sign-in and comes back; anyone who is no Administrator is refused', async () => {
  const stranger = await createBrowser(portico.origin).get('/identity/jobs/queues')
  expect([stranger.status, stranger.headers.get('location')]).toEqual([
    302,
    `${portico.identityUrl}/account/login?ReturnUrl=%2Fidentity%2Fjobs%2Fqueues`,
  ])
  const { bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
  expect((await createBrowser(portico.origin).get('/identity/jobs', bearer)).status).toBe(302)
  for (const roles of [[], ['UserAdministrator'], ['God']])
    expect((await (await signedIn(roles)).get('/identity/jobs')).status).toBe(403)
})

test('T51 no page of others changes anything; what is changed is on record', async () => {
  const browser = await signedIn(['Administrator'])
  const post = (headers: Record<string, string>) =>
    browser.request('POST', '/identity/jobs/queues/create', { form: { name: 'x' }, headers })
  expect([(await post({})).status, (await post({ origin: 'https://evil.example' })).status]).toEqual([403, 403])
  expect(
    (
      await createBrowser(portico.origin).request('POST', '/identity/jobs/queues/create', {
        form: { name: 'x' },
        headers: { origin: portico.origin },
      })
    ).status,
  ).toBe(401)
  expect((await post({ origin: portico.origin })).status).not.toBe(403)
  expect(
    await portico.database.query(`select subject, api_entry from audit_event where type = 'jobs.managed'`),
  ).toEqual([{ subject: '/identity/jobs/queues/create', api_entry: 'POST /identity/jobs' }])
})

const asForm = (browser: Browser, path: string, form: Record<string, string>) =>
  browser.request('POST', `/identity/jobs${path}`, { form, headers: { origin: portico.origin } })

/** The one job of a queue that nobody works on. */
const jobIn = async (queue: string) =>
  (
    await portico.database.query<{ id: string; state: string }>(
      `select id, state::text as state from pgboss.job where name = $1`,
      [queue],
    )
  ).at(0)

test('A-154 what it offers works: a queue is made, a job is sent, cancelled, resumed, retried and deleted', async () => {
  const browser = await signedIn(['Administrator'])
  await asForm(browser, '/queues/create', { queueName: 'by-hand', policy: 'standard' })
  const sent = await asForm(browser, '/send', { queueName: 'by-hand', data: '{}', startAfter: '3600' })
  const job = await jobIn('by-hand')
  expect([sent.status < 400, job?.state]).toEqual([true, 'created'])
  const act = async (intent: string) => {
    const { text } = await asForm(browser, `/queues/by-hand/jobs/${job?.id}`, { intent })
    expect(text).not.toContain('Database error')
    return (await jobIn('by-hand'))?.state
  }
  expect(await act('cancel')).toBe('cancelled')
  expect(await act('resume')).toBe('created')
  await portico.database.query(`update pgboss.job set state = 'failed' where id = $1`, [job?.id])
  expect(await act('retry')).toBe('retry')
  expect(await act('delete')).toBeUndefined()
})

test('T75 a God who impersonates an Administrator looks at the jobs, and changes none', async () => {
  const god = await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))
  const administrator = await addPerson(portico, { roles: ['Administrator'] })
  const { redirectTo } = (
    await god.browser.get(`/api/v1/admin/dashboard/identifyAs/${administrator.id}`, god.bearer)
  ).json<{ redirectTo: string }>()
  await god.browser.get(redirectTo)
  expect((await god.browser.get('/identity/jobs/queues')).status).toBe(200)
  const refused = await asForm(god.browser, '/queues/create', { queueName: 'not-made', policy: 'standard' })
  expect([refused.status, refused.json()['code']]).toEqual([403, 'acting-for-somebody'])
  expect(await portico.database.query(`select 1 from pgboss.queue where name = 'not-made'`)).toEqual([])
})

test('what is done by the clock is scheduled by the server’s start', async () => {
  const schedules = await portico.database.query<{ name: string; cron: string }>(
    `select name, cron from pgboss.schedule order by name`,
  )
  expect(schedules.map(({ name }) => name)).toEqual([
    'end-grants',
    'end-impersonations',
    'keep-log-months',
    'purge',
    'rotate-keys',
    'seal-log',
    'tell-audit-head',
    'verify-log',
    'watch-rights',
    'watch-webhooks',
  ])
  expect(schedules.filter(({ name }) => name.startsWith('end-')).map(({ cron }) => cron)).toEqual([
    '* * * * *',
    '* * * * *',
  ])
  const browser = await signedIn(['Administrator'])
  expect((await browser.get('/identity/jobs/schedules')).text).toContain('keep-log-months')
})
