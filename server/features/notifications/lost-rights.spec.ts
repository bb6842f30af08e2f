// T76: work in the background is its owner's for as long as they have the right to it: looked at when it begins, and in
// each transaction. It ends with one notification that says so.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyOf } from '#contract/kernel/endpoint.ts'
import type { Notification } from '#contract/notifications.ts'
import { createContext } from '#server/kernel/commit.ts'
import type { Actor, RequestInfo } from '#server/kernel/context.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'
import { processKind, queueProcess } from './notifications.public.ts'

type Bearer = { authorization: string }

const batchDone = auditEvent('batch.done', 'name', { before: none, after: none })
let portico: TestPortico
let chief: Bearer
/** Opened by the test before each batch of the process of this owner. */
const gates = new Map<string, PromiseWithResolvers<void>[]>()
const batches = 3
const kind = processKind({
  type: 'AdminReport',
  access: anyOf('UserAdministrator'),
  input: z.object({ mark: z.string() }),
  run: async (ctx, { input: { mark } }, report) => {
    for (let batch = 0; batch < batches; batch += 1) {
      await gates.get(mark)?.[batch]?.promise
      await ctx.commit(async (tx, inside) => {
        await tx.execute(`insert into area (id, name) values ($1, $2)`, [inside.newId(), `${mark} ${batch}`])
        await report.step(tx, { done: batch + 1, total: batches })
        return { result: undefined, events: [batchDone({ subject: mark })] }
      })
    }
    return {}
  },
})

beforeAll(async () => {
  portico = await startTestPortico({}, { processes: [kind] })
  chief = (await signIn(portico, await addPerson(portico, { roles: ['God', 'Administrator'] }))).bearer
})
afterAll(() => portico.close())

const asChief = (method: string, path: string, body?: unknown) =>
  createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: chief,
    ...(body !== undefined && { body }),
  })

const contextFor = (actor: Actor) => {
  const { unitOfWork, services } = portico.portico
  const requestInfo: RequestInfo = {
    ip: '',
    userAgent: '',
    language: 'en',
    apiEntry: '',
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
  }
  return createContext({
    unitOfWork,
    db: portico.database,
    services,
    requestInfo,
    actor,
    clock: () => new Date(),
    newId: randomUUID,
  })
}

const owner = async () => {
  const person = await addPerson(portico, { roles: ['UserAdministrator'] })
  const mark = randomUUID()
  const waiting = Array.from({ length: batches }, () => Promise.withResolvers<void>())
  gates.set(mark, waiting)
  const begin = async () => {
    const actor: Actor = {
      kind: 'user',
      id: person.id,
      userName: person.userName,
      roles: new Set(),
      sessionUid: undefined,
      clientId: 'identity',
    }
    const ctx = contextFor(actor)
    await ctx.commit(async (tx) => {
      const { event } = await queueProcess(tx, ctx, { type: 'AdminReport', input: { mark } })
      return { result: undefined, events: [event] }
    })
  }
  const done = async () =>
    (await portico.database.query(`select 1 from area where starts_with(name::text, $1)`, [mark])).length
  const notices = () =>
    portico.database.query<Pick<Notification, 'description' | 'data'>>(
      `select description, data from notification where user_id = $1`,
      [person.id],
    )
  return { ...person, begin, waiting, done, notices }
}
type Owner = Awaited<ReturnType<typeof owner>>

const refused = { data: { messageError: 'You dont have permission to perform this action' } }

const ends: Record<string, (of: Owner) => Promise<unknown>> = {
  'loses the role': async ({ id }) =>
    asChief('DELETE', `/admin/tenantIdentities/${id}`, { tenantIds: ['00000000-0000-0000-0000-000000000000'] }),
  'is locked': ({ id }) => asChief('POST', `/account/lock/${id}`),
}

describe('T76 work whose owner may not any more', () => {
  for (const [what, end] of Object.entries(ends))
    test(`T76 stops at the next batch when its owner ${what}, and says so once`, async () => {
      const of = await owner()
      await of.begin()
      of.waiting[0]?.resolve()
      await until(async () => (await of.done()) === 1)
      await end(of)
      for (const gate of of.waiting) gate.resolve()
      await until(async () => (await of.notices()).length > 0)
      expect(await of.done()).toBe(1)
      const notices = await of.notices()
      expect(notices).toHaveLength(1)
      expect(notices[0]?.data).toMatchObject(refused.data)
    })

  test('T76 does not begin at all', async () => {
    const of = await owner()
    for (const gate of of.waiting) gate.resolve()
    await ends['loses the role']?.(of)
    await of.begin()
    await until(async () => (await of.notices()).length > 0)
    expect(await of.done()).toBe(0)
  })

  test('T76 goes with its owner who is deleted', async () => {
    const of = await owner()
    await of.begin()
    of.waiting[0]?.resolve()
    await until(async () => (await of.done()) === 1)
    expect((await asChief('DELETE', `/admin/users/${of.id}`)).status).toBe(200)
    for (const gate of of.waiting) gate.resolve()
    await until(
      async () => (await portico.database.query(`select 1 from process where user_id = $1`, [of.id])).length === 0,
    )
    expect(await of.done()).toBe(1)
  })

  test('T76 an import that was queued imports nobody after its owner’s role is gone', async () => {
    const person = await addPerson(portico, { roles: ['UserAdministrator'] })
    const { bearer } = await signIn(portico, person)
    const titles = ['userName', 'email', 'firstName', 'lastName', 'area', 'language']
    const rows = Array.from({ length: 2_500 }, (_, n) => [
      `late-${n}-${person.userName}`,
      `late-${n}@${person.userName}.example`,
      'La',
      'Te',
      'Customers',
      'en',
    ])
    const bytes = await workbook(portico, titles, rows)
    // Nobody writes users until the role is gone.
    const paused = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const lock = portico.database.transaction(async (tx) => {
      await tx.query(`lock table portal_user in share mode`)
      holding.resolve()
      await paused.promise
    })
    await holding.promise
    const queued = await upload(portico, '/admin/users/bulk_insert', { as: bearer, bytes })
    expect(queued.status).toBe(200)
    await asChief('DELETE', `/admin/tenantIdentities/${person.id}`, {
      tenantIds: ['00000000-0000-0000-0000-000000000000'],
    })
    paused.resolve()
    await lock
    const [notices] = await until(async () => {
      const found = await portico.database.query<Pick<Notification, 'data'>>(
        `select data from notification where user_id = $1`,
        [person.id],
      )
      return found.length > 0 && found
    })
    const imported = await portico.database.query(`select 1 from portal_user where email like $1`, [
      `%@${person.userName}.example`,
    ])
    // At most the thousand rows that were being written in that very moment.
    expect(imported.length).toBeLessThanOrEqual(1_000)
    expect(notices?.data).toMatchObject(refused.data)
  })
})
