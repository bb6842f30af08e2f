// Processes: queued with their cause, run once, stopped by their owner, taken over from anyone who died; one
// notification each.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Notification, Task } from '#contract/notifications.ts'
import { createContext } from '#server/kernel/commit.ts'
import type { Actor, Ctx, RequestInfo } from '#server/kernel/context.ts'
import type { Report } from '#server/kernel/process.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Sentence } from '#server/kernel/saying.ts'
import { rowsImported } from '#server/features/users/sayings.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { processKind, queueProcess } from './notifications.public.ts'

let portico: TestPortico
/** What the next process does; the gate holds it until the test lets it go. */
const doing = new Map<
  string,
  (
    ctx: Ctx,
    report: Report,
    done: number,
  ) => Promise<{ detail?: Sentence; file?: { name: string; contentType: string; body: Uint8Array } }>
>()
const kind = processKind({
  type: 'BulkInsertUsers',
  access: 'signed-in',
  input: z.object({ name: z.string() }),
  run: (ctx, process, report) => doing.get(process.input.name)?.(ctx, report, process.done) ?? Promise.resolve({}),
})
beforeAll(async () => void (portico = await startTestPortico({}, { processes: [kind] })))
afterAll(() => portico.close())

const somebody = async (roles: string[] = []) => {
  const person = await addPerson(portico, { roles })
  const { bearer } = await signIn(portico, person)
  const call = (method: string, path: string, language = 'es') =>
    createBrowser(portico.origin).request(method, `/api/v1/admin${path}`, {
      headers: { ...bearer, 'accept-language': language },
    })
  const tasks = async () => (await call('GET', '/tasks/active')).json<{ items: Task[] }>().items
  const notices = async (language?: string) =>
    (await call('GET', '/notifications/active', language)).json<{ items: Notification[] }>().items
  return { ...person, call, tasks, notices, firstNotice: () => until(async () => (await notices()).at(0)) }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const contextOf = (person: Somebody): Ctx => {
  const actor: Actor = {
    kind: 'user',
    id: person.id,
    userName: person.userName,
    roles: new Set(),
    sessionUid: undefined,
    clientId: 'identity',
  }
  const requestInfo: RequestInfo = {
    ip: '10.1.2.3',
    userAgent: '',
    language: 'es',
    apiEntry: 'POST /api/v1/admin/users/bulk_insert',
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
  }
  const { unitOfWork, services } = portico.portico
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
const queue = async (
  person: Somebody,
  name: string,
  run: typeof doing extends Map<string, infer Run> ? Run : never,
) => {
  doing.set(name, run)
  const ctx = contextOf(person)
  const { result } = await ctx.commit(async (tx) => {
    const { process, event } = await queueProcess(tx, ctx, { type: 'BulkInsertUsers', input: { name }, total: 4 })
    return { result: process, events: [event] }
  })
  return result
}
const gate = () => {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opened }
}
const stateOf = async (id: string) =>
  (
    await portico.database.query<{ state: string; error: string | null; done: number }>(
      `select state, error, done from process where id = $1`,
      [id],
    )
  ).at(0)
const row = { row: 3, reason: 'User does not exist', issues: [{ code: 'user-unknown', data: {} }] }

test('R7.9-05 R3.8-12 a running process is active, with id, type and startTime, for its owner alone; its end is one notification', async () => {
  const [ana, luca] = [await somebody(), await somebody()]
  const { open, opened } = gate()
  const { id } = await queue(ana, 'usual', async (_ctx, report) => {
    await report.progress(2, 4)
    await opened
    await portico.write((tx) =>
      report.step(tx, { done: 4, errors: [row], warnings: [{ row: 1, reason: 'Already a member' }] }),
    )
    return {}
  })
  const [task] = await until(async () => ((await ana.tasks()).at(0)?.done === 2 ? ana.tasks() : undefined))
  expect(task).toEqual({
    id,
    type: 'BulkInsertUsers',
    startTime: task?.startTime,
    state: 'Running',
    done: 2,
    total: 4,
    errors: 0,
    stopping: false,
  })
  expect(new Date(task?.startTime ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect(await luca.tasks()).toEqual([])
  open()
  const notices = await ana.firstNotice()
  expect(notices).toMatchObject({
    type: 'BulkInsertUsers',
    readed: false,
    data: { Errors: [row], Warnings: [{ row: 1, reason: 'Already a member', issues: [] }], done: 4, total: 4 },
  })
  expect(notices.description).toBe('Importación de usuarios: ha terminado con errores, 4 de 4')
  expect([await ana.tasks(), (await ana.notices()).length, (await luca.notices()).length]).toEqual([[], 1, 0])
  expect(await stateOf(id)).toMatchObject({ state: 'Done' })
  const events = await portico.database.query(
    `select type, actor_name, ip, api_entry from audit_event where subject = $1 order by id`,
    [id],
  )
  const by = { actor_name: ana.userName, ip: '10.1.2.3', api_entry: 'POST /api/v1/admin/users/bulk_insert' }
  expect(events).toEqual([
    { type: 'process.queued', ...by },
    { type: 'process.ended', ...by },
  ])
})

test('R3.8-11 a process that fails says why in messageError; what is nobody’s business stays in the log', async () => {
  const ana = await somebody()
  await queue(ana, 'refused', () => Promise.reject(new Refusal('area-name-taken', 409)))
  expect(await ana.firstNotice()).toMatchObject({
    description: 'Importación de usuarios: ha fallado, 0 de 4',
    data: { messageError: 'There is already an area with this name' },
  })
  const luca = await somebody()
  const { id } = await queue(luca, 'broken', () => Promise.reject(new Error('select secret from hidden')))
  expect((await luca.firstNotice()).data.messageError).toBe('Error desconocido')
  expect(await stateOf(id)).toMatchObject({ state: 'Failed' })
})

test('both are told in the language of the call that reads them, whichever the process was asked for in', async () => {
  const [ana, luca] = [await somebody(), await somebody()]
  await queue(ana, 'imported', async () => ({ detail: rowsImported.said({ total: 4, faulty: 1 }) }))
  await ana.firstNotice()
  expect((await ana.notices('de')).map(({ description }) => description)).toEqual([
    'Import von Benutzern: beendet, 0 von 4. 3 importiert, 1 ausgelassen.',
  ])
  await queue(luca, 'broken again', () => Promise.reject(new Error('nobody’s business')))
  await luca.firstNotice()
  expect((await luca.notices('pt')).map(({ data }) => data.messageError)).toEqual(['Erro desconhecido'])
})

test('R7.7-15 the file that a process leaves is downloaded by its owner', async () => {
  const ana = await somebody()
  await queue(ana, 'export', async () => ({
    detail: inPlainWords('19.402 entidades.').says,
    file: { name: 'Tenants.xlsx', contentType: 'application/x', body: Buffer.from('rows') },
  }))
  const { file, description } = await ana.firstNotice()
  expect([file?.name, description]).toEqual([
    'Tenants.xlsx',
    'Importación de usuarios: ha terminado, 0 de 4. 19.402 entidades.',
  ])
  expect((await ana.call('GET', `/filestorage/downloadExcel?url=${encodeURIComponent(file?.url ?? '')}`)).text).toBe(
    'rows',
  )
})

test('its owner stops it: what was done stays, nothing more is done; somebody else’s is not there', async () => {
  const [ana, luca] = [await somebody(), await somebody()]
  const { open, opened } = gate()
  const { id } = await queue(ana, 'stopped', async (_ctx, report) => {
    await portico.write((tx) => report.step(tx, { done: 1 }))
    await opened
    for (let done = 2; done < 100; done++) await portico.write((tx) => report.step(tx, { done, errors: [row] }))
    return {}
  })
  await until(async () => (await ana.tasks()).at(0)?.done === 1)
  expect((await luca.call('POST', `/tasks/${id}/stop`)).status).toBe(404)
  expect((await ana.call('POST', `/tasks/${id}/stop`)).status).toBe(200)
  expect((await ana.tasks())[0]?.stopping).toBe(true)
  open()
  const notices = await ana.firstNotice()
  expect([notices.description, notices.data]).toEqual([
    'Importación de usuarios: se ha detenido, 1 de 4',
    { done: 1, total: 4, stopped: true },
  ])
  expect(await stateOf(id)).toEqual({ state: 'Failed', error: 'stopped', done: 1 })
  expect((await ana.call('DELETE', `/tasks/${id}`)).status).toBe(404)
})

test('T59 a process whose runner died is taken over behind its last step; the dead one neither reports nor ends it', async () => {
  const ana = await somebody()
  const { open, opened } = gate()
  const steps: number[] = []
  const late: unknown[] = []
  const { id } = await queue(ana, 'taken', async (_ctx, report, done) => {
    steps.push(done)
    if (steps.length > 1) return {}
    await portico.write((tx) => report.step(tx, { done: 3, errors: [row] }))
    await opened
    await portico.write((tx) => report.step(tx, { done: 4, errors: [row] })).catch((error: unknown) => late.push(error))
    return {}
  })
  await until(async () => (await stateOf(id))?.done === 3)
  // What kill -9 leaves: running, by nobody. (The version keeps this one, which lives, from renewing it.)
  await portico.write((tx) =>
    tx.query(`update process set lease_until = now() - interval '1 second', version = version + 1 where id = $1`, [id]),
  )
  expect((await ana.firstNotice()).data).toEqual({ done: 3, total: 4, Errors: [row] })
  open()
  await until(() => late.length > 0)
  expect(steps).toEqual([0, 3])
  expect(await ana.notices()).toHaveLength(1)
  expect(await stateOf(id)).toMatchObject({ state: 'Done', done: 3 })
})

test('a locked user’s process does nothing, and nobody queues without end', async () => {
  const ana = await somebody()
  let ran = 0
  await portico.write((tx) => tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [ana.id]))
  const { id } = await queue(ana, 'locked', async () => {
    ran += 1
    return {}
  })
  await until(async () => (await stateOf(id))?.state === 'Failed')
  expect(ran).toBe(0)
  const luca = await somebody()
  const { open, opened } = gate()
  const wait = async () => {
    await opened
    return {}
  }
  for (let n = 0; n < 20; n++) await queue(luca, 'many', wait)
  await expect(queue(luca, 'many', wait)).rejects.toMatchObject({ code: 'too-many-processes', status: 429 })
  // An instance runs four: which of them wait is settled then.
  const tasks = await until(async () => {
    const all = await luca.tasks()
    return all.filter(({ state }) => state === 'Running').length === 4 && all
  })
  const waiting = tasks.filter(({ state }) => state === 'Queued')
  expect(waiting.length).toBeGreaterThan(10)
  expect((await luca.call('POST', `/tasks/${waiting.at(-1)?.id}/stop`)).status).toBe(200)
  expect((await luca.firstNotice()).data).toMatchObject({ stopped: true })
  open()
  await until(async () => (await luca.notices()).length === 20)
  expect(await luca.tasks()).toEqual([])
})

test('T71 forty asked for at once are twenty: those beyond the limit are told so', async () => {
  const nina = await somebody()
  const { open, opened } = gate()
  const wait = async () => {
    await opened
    return {}
  }
  const queued = await Promise.allSettled(Array.from({ length: 40 }, () => queue(nina, 'at once', wait)))
  const refused = queued.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []))
  expect(refused.map(({ code, status }) => `${status} ${code}`)).toEqual(
    Array.from({ length: 20 }, () => '429 too-many-processes'),
  )
  expect(await nina.tasks()).toHaveLength(20)
  open()
  await until(async () => (await nina.notices()).length === 20)
})
