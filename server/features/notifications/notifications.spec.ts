// Notifications, files and what is told of them: everybody reads, marks and deletes their own.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Notification, NotificationType, type Task } from '#contract/notifications.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { notify, storeFile } from './notifications.public.ts'

let portico: TestPortico
beforeAll(async () => void (portico = await startTestPortico()))
afterAll(() => portico.close())

type List = { items: Notification[]; count: number; unread: number }

const somebody = async () => {
  const person = await addPerson(portico)
  const { bearer } = await signIn(portico, person)
  const call = (method: string, path: string) =>
    createBrowser(portico.origin).request(method, `/api/v1/admin${path}`, { headers: bearer })
  return { ...person, call, active: async () => (await call('GET', '/notifications/active')).json<List>() }
}
const ctx = (ahead = 0) => ({
  newId: randomUUID,
  now: new Date(Date.now() + ahead),
  services: portico.portico.services,
})
const tell = (userId: string, more: Partial<Parameters<typeof notify>[2]> = {}, ahead = 0) =>
  portico.write((tx) =>
    notify(tx, ctx(ahead), { userId, type: 'PermissionAssigned', ...inPlainWords('You are now Manager'), ...more }),
  )
const eventsOf = async (subject: string) =>
  (
    await portico.database.query<{ type: string }>(`select type from audit_event where subject = $1 order by id`, [
      subject,
    ])
  )
    .map(({ type }) => type)
    .filter((type) => type.startsWith('notification'))

describe('the list', () => {
  test('R7.9-01 R3.8-11 active gives one’s own notifications, newest first, with id, type, description, readed and data', async () => {
    const [ana, luca] = [await somebody(), await somebody()]
    const data = {
      messageError: 'Row 18 is odd',
      Errors: [{ row: 18, reason: 'User does not exist' }],
      Warnings: [{ row: 3, reason: 'Already a member' }],
    }
    await tell(ana.id, inPlainWords('first'))
    await tell(ana.id, { type: 'BulkInsertUsers', ...inPlainWords('second'), data }, 1000)
    await tell(luca.id, inPlainWords('of Luca'))
    const { items, count, unread } = await ana.active()
    expect(items.map(({ description }) => description)).toEqual(['second', 'first'])
    expect([count, unread]).toEqual([2, 2])
    expect(items[0]).toEqual({
      id: items[0]?.id,
      type: 'BulkInsertUsers',
      description: 'second',
      readed: false,
      data,
      createdOn: items[0]?.createdOn,
      file: null,
    })
  })

  test('R9-13 at most 100 come, and the counts are of all', async () => {
    const ana = await somebody()
    await portico.write(async (tx) => {
      for (let n = 0; n < 103; n++)
        await notify(tx, ctx(n), { userId: ana.id, type: 'AdminReport', ...inPlainWords(`number ${n}`) })
    })
    const { items, count } = await ana.active()
    expect([items.length, items[0]?.description, count]).toEqual([100, 'number 102', 103])
  })

  test('R3.6-13 R3.6-07 the types are the nine of the specification, spelt its way, PermissionAssigned, and five additive ones', () => {
    expect(NotificationType.options).toEqual([
      'ExportMembers',
      'BulkInsertUsers',
      'BulkInsertGroupMembers',
      'BulkInsertUsersWithTenant',
      'BulkInsertGroupsWithTenant',
      'ExportTenants',
      'BulkInsertPermisionRequestForTenant',
      'BulkInsertUserAndPermisionRequestForTenant',
      'AdminReport',
      // Additive: the copy of one's own data (R7.12-01).
      'ExportMyData',
      'VerifyAuditLog',
      'PermissionAssigned',
      // Additive: what Administrators are told of requests to exercise rights.
      'RightsRequestReceived',
      'RightsRequestDue',
      // Additive: a webhook that failed for days (decision 0046).
      'WebhookDisabled',
      // Additive: the audit log was changed in the database (decision 0043).
      'AuditLogBroken',
    ])
  })
})

test('R9-13 of one’s background processes the newest 25 come, and the count is of all', async () => {
  const ana = await somebody()
  await portico.database.query(
    `insert into process (id, user_id, type, state, input, request_info, queued_on)
     select gen_random_uuid(), $1, 'ExportTenants', 'Running', 'null', '{"ip":"","apiEntry":"","language":"en"}',
            now() - make_interval(secs => n)
       from generate_series(1, 27) n`,
    [ana.id],
  )
  const { items, count } = (await ana.call('GET', '/tasks/active')).json<{ items: Task[]; count: number }>()
  expect([items.length, count]).toEqual([25, 27])
  const begun = items.map(({ startTime }) => startTime)
  expect(begun).toEqual([...begun].sort().reverse())
})

describe('reading and deleting', () => {
  test('R7.9-02 PUT marks all of the caller’s read, and nobody else’s', async () => {
    const [ana, luca] = [await somebody(), await somebody()]
    for (const { id } of [ana, ana, luca]) await tell(id)
    expect((await ana.call('PUT', '/notifications')).status).toBe(200)
    expect((await ana.active()).items.map(({ readed }) => readed)).toEqual([true, true])
    expect([(await ana.active()).unread, (await luca.active()).unread]).toEqual([0, 1])
    expect(await eventsOf(ana.id)).toEqual(['notifications.read'])
  })

  test('R7.9-03 T22 DELETE removes one of one’s own; somebody else’s is not there', async () => {
    const [ana, luca] = [await somebody(), await somebody()]
    for (const { id } of [ana, ana, luca]) await tell(id)
    const [first, second] = (await ana.active()).items
    const foreign = await luca.call('DELETE', `/notifications/${first?.id}`)
    expect([foreign.status, foreign.json<Problem>().code]).toEqual([404, 'notification-not-found'])
    expect((await ana.call('DELETE', `/notifications/${first?.id}`)).status).toBe(200)
    expect((await ana.call('DELETE', `/notifications/${first?.id}`)).status).toBe(404)
    expect((await ana.active()).items.map(({ id }) => id)).toEqual([second?.id])
    expect(await eventsOf(first?.id ?? '')).toEqual(['notification.removed'])
  })

  test.each(['/notifications', '/notifications/all'])(
    'R7.9-04 DELETE %s removes every notification of the caller, and nobody else’s',
    async (path) => {
      const [ana, luca] = [await somebody(), await somebody()]
      for (const { id } of [ana, ana, luca]) await tell(id)
      expect((await ana.call('DELETE', path)).status).toBe(200)
      expect([(await ana.active()).count, (await luca.active()).count]).toEqual([0, 1])
      expect(await eventsOf(ana.id)).toEqual(['notifications.removed'])
    },
  )
})

describe('T37 stored files', () => {
  const store = (ownerId: string, name = 'Tenants.xlsx', body: Uint8Array = Buffer.from('PK\x03\x04 rows')) =>
    portico.write((tx) =>
      storeFile(tx, ctx(), {
        ownerId,
        name,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body,
      }),
    )
  const download = (url: string, of: Awaited<ReturnType<typeof somebody>>) =>
    of.call('GET', `/filestorage/downloadExcel?url=${encodeURIComponent(url)}`)

  test('R7.7-15 downloadExcel answers the file that the notification links, as binary xlsx with its name', async () => {
    const ana = await somebody()
    const { key } = await store(ana.id, 'Tenants.xlsx', Buffer.alloc(700_000, 'x'))
    await tell(ana.id, { type: 'ExportTenants', fileKey: key })
    const file = (await ana.active()).items[0]?.file
    expect(file).toMatchObject({ name: 'Tenants.xlsx', size: 700_000 })
    const answer = await download(file?.url ?? '', ana)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      `attachment; filename="Tenants.xlsx"; filename*=UTF-8''Tenants.xlsx`,
    ])
    expect([answer.headers.get('content-length'), answer.text.length]).toEqual(['700000', 700_000])
  })

  test('only its owner gets it, and only for a day', async () => {
    const [ana, luca] = [await somebody(), await somebody()]
    const { url, key } = await store(ana.id)
    await tell(ana.id, { fileKey: key })
    expect((await download(url, luca)).status).toBe(404)
    expect((await download(portico.portico.services.seal.sign(`stored file of ${luca.id}`, key), luca)).status).toBe(
      404,
    )
    portico.moveClock(86_400_000 - 60_000)
    expect((await download(url, ana)).status).toBe(200)
    portico.moveClock(120_000)
    const late = await download(url, ana)
    expect([late.status, (await ana.active()).items[0]?.file]).toEqual([404, null])
    portico.moveClock(-86_400_000 - 60_000)
  })

  test('anything but a key of ours is not found, and nothing is fetched', async () => {
    const ana = await somebody()
    const { url, key } = await store(ana.id)
    const changed = `${url.slice(0, -2)}${url.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [
      portico.origin,
      'http://127.0.0.1:5432',
      'file:///etc/passwd',
      '../../etc/passwd',
      '%2e%2e%2fetc',
      '\\\\host\\share',
      'gopher://x',
      key,
      changed,
      `${url}.x`,
      '',
    ])
      expect([wrong, (await download(wrong, ana)).status]).toEqual([wrong, 404])
    expect((await ana.call('GET', '/filestorage/downloadExcel')).status).toBe(404)
    expect((await ana.call('GET', `/filestorage/downloadExcel?url=${url}&url=${url}`)).status).toBe(404)
  })

  test('T42 a name ends no header and leaves no folder', async () => {
    const ana = await somebody()
    const names = async (name: string) =>
      (await download((await store(ana.id, name)).url, ana)).headers.get('content-disposition')
    expect(await names('../../a"b\r\nx-evil: 1\u0000.xlsx')).toBe(
      `attachment; filename="_.._a_bx-evil_ 1.xlsx"; filename*=UTF-8''_.._a_bx-evil_%201.xlsx`,
    )
    expect(await names('Añadir 表 (1).xlsx')).toBe(
      `attachment; filename="Anadir _ (1).xlsx"; filename*=UTF-8''A%C3%B1adir%20%E8%A1%A8%20%281%29.xlsx`,
    )
    expect((await names(`${'x'.repeat(300)}.xlsx`))?.length).toBeLessThan(400)
  })
})
