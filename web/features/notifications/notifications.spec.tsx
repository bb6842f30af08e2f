import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close, marta } from '#web/app/portal.harness.tsx'
import { openSocket, playSocket } from '#web/lib/realtime.harness.ts'
import { arranged, job, lists, note } from './notifications.harness.tsx'

beforeEach(playSocket)
afterEach(close)

const saved: { name: string; text: Promise<string> }[] = []
const catchDownloads = () => {
  saved.length = 0
  const files = new Map<string, File>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.set(`blob:${files.size}`, file as File)
    return `blob:${files.size - 1}`
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const file = files.get(this.getAttribute('href') ?? '')
    if (file) saved.push({ name: this.download, text: file.text() })
  })
}

test('R2.5-45 the bell names how many are unread, and opens a flyout of 440 px with what runs first', async () => {
  const { bell, flyout } = await arranged({ notes: [note(1), note(2, { readed: true })], jobs: [job()] })
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await expect.element(flyout).toBeVisible()
  expect(flyout.element().getBoundingClientRect().width).toBe(440)
  const rows = () => [...flyout.element().querySelectorAll('h3')].map(({ textContent }) => textContent)
  await expect.poll(rows).toEqual(['Importing users with tenant', 'New: Notification 1', 'Notification 2'])
  await expect.element(flyout.getByText(/412 of 650, 4 errors so far/)).toBeVisible()
  await expect
    .element(flyout.getByRole('progressbar', { name: 'Importing users with tenant' }))
    .toHaveAttribute('value', String(412 / 650))
  await expect.element(flyout.getByText(/20 minutes ago/)).toBeVisible()
})

test('R2.5-45 in the administration, too, the bell opens the flyout, on a phone as well', async () => {
  const answers = { [`DELETE /admin/notifications/${note(1).id}`]: { body: {} } }
  const { bell, flyout, page, stored } = await arranged({ notes: [note(1)], answers, at: '/identity/admin' })
  await bell.click()
  await expect.element(flyout.getByText(/1 unread/)).toBeVisible()
  await bell.click()
  await expect.element(flyout).not.toBeInTheDocument()
  await page.viewport(390, 844)
  await bell.click()
  await expect.element(flyout.getByRole('heading', { name: 'Notification 1' })).toBeVisible()
  stored.notes = []
  await flyout.getByRole('button', { name: 'Delete: Notification 1' }).click()
  await expect.element(flyout.getByText(/No notifications/)).toBeVisible()
  expect(flyout.element().getBoundingClientRect().width, 'without an entry, too').toBe(374)
})

test('what is wrong, waits or is due without a job of one’s own does not look well', async () => {
  const types = ['AuditLogBroken', 'RightsRequestReceived', 'RightsRequestDue', 'ExportTenants'] as const
  const { bell, flyout } = await arranged({ notes: types.map((type, index) => note(index + 1, { type })) })
  await expect.element(bell).toHaveAccessibleName('Notifications, 4 unread')
  await bell.click()
  await expect.element(flyout).toBeVisible()
  const looks = () => [...flyout.element().querySelectorAll('.notes-icon')].map(({ className }) => className)
  await expect.poll(looks).toEqual(['bad', 'asked', 'due', 'good'].map((look) => `notes-icon ${look}`))
})

test('R4.11-02 all are marked read when the flyout closes, and not before', async () => {
  const { bell, flyout, calls } = await arranged({ notes: [note(1)] })
  await bell.click()
  await expect.element(flyout.getByText(/1 unread/)).toBeVisible()
  expect(calls('PUT /admin/notifications')).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => calls('PUT /admin/notifications').length).toBe(1)
  await expect.element(bell).toHaveAccessibleName('Notifications')
  await bell.click()
  await userEvent.keyboard('{Escape}')
  expect(calls('PUT /admin/notifications')).toHaveLength(1)
})

test('a running job is stopped', async () => {
  const { bell, flyout, calls, stored } = await arranged({
    jobs: [job()],
    answers: { 'POST /admin/tasks/00000000-0000-4000-9000-000000000001/stop': { body: {} } },
  })
  await bell.click()
  stored.jobs = [job({ stopping: true })]
  await flyout.getByRole('button', { name: 'Stop: Importing users with tenant' }).click()
  await expect.element(flyout.getByText(/Stopping/)).toBeVisible()
  expect(calls('POST /admin/tasks/')).toHaveLength(1)
})

test('R8.4-09 errors and warnings are downloaded as texts with one reason a line, which names who is meant', async () => {
  const data = {
    messageError: 'Stopped early',
    Errors: [
      { row: 18, reason: 'User does not exist' },
      { row: 20, reason: 'Area\nunknown' },
      { row: 21, reason: 'No role', label: 'marta.\noliveira' },
    ],
    Warnings: [{ row: 3, reason: 'Already a member' }],
  }
  const { bell, flyout } = await arranged({ notes: [note(1, { type: 'BulkInsertUsers', data })] })
  catchDownloads()
  await bell.click()
  await expect.element(flyout.getByText(/Stopped early/)).toBeVisible()
  await flyout.getByRole('button', { name: 'Download 3 reasons' }).click()
  await flyout.getByRole('button', { name: '1 warning' }).click()
  expect(saved.map(({ name }) => name)).toEqual(['BulkInsertUsers-errors.txt', 'BulkInsertUsers-warnings.txt'])
  expect(await saved[0]?.text).toBe(
    'Row 18: User does not exist\r\nRow 20: Area unknown\r\nRow 21, marta. oliveira: No role\r\n',
  )
  expect(await saved[1]?.text).toBe('Row 3: Already a member\r\n')
})

test('R7.7-15 a file is fetched through the API with the bearer token, and kept under its name', async () => {
  const { bell, flyout, calls } = await arranged({
    notes: [note(1, { file: { name: 'Tenants.xlsx', size: 1_800_000, url: 'sealed.key' } })],
    answers: { 'GET /admin/filestorage/downloadExcel': { text: 'rows' } },
  })
  catchDownloads()
  await bell.click()
  await expect.element(flyout.getByText(/1\.8 MB/)).toBeVisible()
  await flyout.getByRole('button', { name: 'Download Tenants.xlsx' }).click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['Tenants.xlsx'])
  const [sent] = calls('GET /admin/filestorage/downloadExcel')
  expect([sent?.path, sent?.headers.get('authorization')]).toEqual([
    '/admin/filestorage/downloadExcel?url=sealed.key',
    'Bearer first',
  ])
})

test('a download that is under way leaves the focus where it was, and is asked for once', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<{ text: string }>()
  const { bell, flyout, calls } = await arranged({
    notes: [note(1, { file: { name: 'Tenants.xlsx', size: 1_800_000, url: 'sealed.key' } })],
    answers: { 'GET /admin/filestorage/downloadExcel': () => promise },
  })
  catchDownloads()
  await bell.click()
  const download = flyout.getByRole('button', { name: 'Download Tenants.xlsx' })
  await download.click()
  await expect.element(download).toHaveAttribute('aria-disabled', 'true')
  await expect.element(download).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  answer({ text: 'rows' })
  await expect.poll(() => saved).toHaveLength(1)
  await expect.element(download).toHaveAttribute('aria-disabled', 'false')
  expect(calls('GET /admin/filestorage/downloadExcel')).toHaveLength(1)
})

test.each([
  ['users', 'GET /admin/users?'],
  ['groups', 'GET /admin/groups?'],
  ['tenants', 'GET /admin/tenants?'],
  ['permissions', 'GET /admin/tenantIdentities/users?'],
])('what a process did shows in the open list of %s when it is told', async (page, list) => {
  const { calls } = await arranged({ at: `/identity/admin/${page}`, answers: lists })
  const read = () => calls(list).filter(({ path }) => !path.includes('take=0')).length
  const socket = await openSocket()
  await expect.poll(read).toBeGreaterThan(0)
  const before = read()
  socket.tell('NewNotification', {
    userId: marta.sub,
    unreadNotification: 1,
    notification: { description: 'Import: finished' },
  })
  await expect.poll(read).toBeGreaterThan(before)
})

test('R7.13-02 R9-05 what the hub tells of is said over the page, in its language, and counted at the bell', async () => {
  const { bell, stored, calls, text } = await arranged({ notes: [note(2)] })
  const socket = await openSocket()
  expect(socket.url).toMatch(/^ws:.*\/identity\/hubs\/notifications\?access_token=first$/)
  await vi.waitUntil(() => calls('GET /admin/notifications/active').length > 0)
  // What came while nobody listened is counted, and not said.
  stored.notes = [note(2), note(3)]
  socket.tell('BeginConnection', { userId: marta.sub })
  await expect.element(bell).toHaveAccessibleName('Notifications, 2 unread')
  expect(document.querySelectorAll('.notice')).toHaveLength(0)
  stored.notes = [note(1, { description: 'Export of tenants: finished' }), note(2), note(3)]
  socket.tell('NewNotification', {
    userId: marta.sub,
    unreadNotification: 1,
    notification: { description: 'Export von Mandanten: fertig' },
  })
  await expect.element(text('Export of tenants: finished')).toBeVisible()
  expect(document.querySelectorAll('.notice')).toHaveLength(1)
  // It need not have gone well.
  expect(document.querySelector('.notice')?.className).toBe('notice news')
  await expect.element(bell).toHaveAccessibleName('Notifications, 3 unread')
  stored.jobs = [job({ done: 0, total: null })]
  const before = calls('GET /admin/tasks/active').length
  socket.tell('NewProcess', { userId: marta.sub })
  await expect.poll(() => calls('GET /admin/tasks/active').length).toBeGreaterThan(before)
})

test('R9-05 it is said also where the list had been read before the hub told of it', async () => {
  const { bell, stored, text } = await arranged({ notes: [note(2)] })
  const socket = await openSocket()
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
  stored.notes = [note(1), note(2)]
  socket.tell('NewProcess', { userId: marta.sub })
  await expect.element(bell).toHaveAccessibleName('Notifications, 2 unread')
  expect(document.querySelectorAll('.notice')).toHaveLength(0)
  socket.tell('NewNotification', { userId: marta.sub, unreadNotification: 2, notification: { description: 'New' } })
  await expect.element(text('Notification 1')).toBeVisible()
  expect(document.querySelectorAll('.notice')).toHaveLength(1)
})

test('R9-05 of two that come at once each is said', async () => {
  const { bell, stored, text } = await arranged({ notes: [note(3)] })
  const socket = await openSocket()
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
  stored.notes = [note(1), note(2), note(3)]
  for (let count = 2; count <= 3; count++)
    socket.tell('NewNotification', {
      userId: marta.sub,
      unreadNotification: count,
      notification: { description: 'New' },
    })
  await expect.element(text('Notification 1')).toBeVisible()
  await expect.element(text('Notification 2')).toBeVisible()
})

test('R9-05 what is in the open list is not said over the page as well', async () => {
  const { bell, flyout, stored } = await arranged({ notes: [note(2)] })
  const socket = await openSocket()
  await bell.click()
  await expect.element(flyout.getByText(/Notification 2/)).toBeVisible()
  stored.notes = [note(1), note(2)]
  socket.tell('NewNotification', { userId: marta.sub, unreadNotification: 1, notification: { description: 'New' } })
  await expect.element(flyout.getByText(/Notification 1/)).toBeVisible()
  expect(document.querySelectorAll('.notice')).toHaveLength(0)
})

test('what cannot be read says so, with a way on', async () => {
  const { bell, flyout, stored, answers } = await arranged({
    answers: { 'GET /admin/notifications/active': { status: 403 } },
  })
  await bell.click()
  await expect.element(flyout.getByRole('alert')).toBeVisible()
  stored.notes = [note(1)]
  answers['GET /admin/notifications/active'] = () => ({ body: { items: stored.notes, count: 1, unread: 1 } })
  await flyout.getByRole('button', { name: 'Try again' }).click()
  await expect.element(flyout.getByText(/Notification 1/)).toBeVisible()
})

test('A-202 told of a session’s end, the page asks at once; where nobody can be asked it stays', async () => {
  const { calls, visited, bell } = await arranged({
    answers: { 'POST /identity/oidc/token': 'network error' },
  })
  const socket = await openSocket()
  expect(calls('POST /identity/oidc/token')).toEqual([])
  socket.tell('SessionEnded', { userId: marta.sub })
  await expect.poll(() => calls('POST /identity/oidc/token').length).toBe(1)
  await expect.element(bell).toBeVisible()
  expect(visited).toEqual([])
})

test('A-202 told of the end of another session, the page renews its own and stays', async () => {
  const { visited, calls, bell } = await arranged()
  const socket = await openSocket()
  socket.tell('SessionEnded', { userId: marta.sub })
  await expect.poll(() => calls('POST /identity/oidc/token').length).toBe(1)
  await expect.element(bell).toBeVisible()
  expect(visited).toEqual([])
})
