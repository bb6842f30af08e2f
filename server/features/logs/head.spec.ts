// The head of the audit log: asked for by a God, sent outside once a day, and what `npm run audit:verify` goes by.
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogHead } from '#contract/log-entries.ts'
import type { Mail } from '#server/kernel/ports/mail.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { jobContext } from '#server/spec/testing/job-context.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { addressOf } from '#server/spec/testing/database-of.ts'
import { sealAll } from '#server/spec/testing/sealing.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { mailHead, tellHead } from './logs.public.ts'

const auditor = 'auditor@elsewhere.example'
const day = 86_400_000

let portico: TestPortico
let god: Bearer
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_AUDIT_HEAD_MAIL: auditor })
  god = (await signIn(portico, await addPerson(portico, { roles: ['God'] }))).bearer
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '/admin/systemlog',
  () => god,
)
/** As of yesterday. */
const seal = () => sealAll(portico.database, { now: () => new Date(Date.now() - day) })
const head = async (query = '') => (await call<{ head: LogHead | null; unsealed: number }>('GET', `/head${query}`)).body

const verify = (...parameters: string[]) =>
  new Promise<{ code: number | null; out: string }>((resolve) => {
    const script = path.resolve(import.meta.dirname, '../../audit-verify.ts')
    const child = spawn(process.execPath, [script, ...parameters], {
      env: { DATABASE_URL: addressOf(portico.connection), PORTICO_DATA: os.tmpdir() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (out += part))
    child.once('exit', (code) => resolve({ code, out }))
  })

test('a God sees where the chain stands, and stood at the end of a day; an Administrator does not', async () => {
  await seal()
  const now = await head()
  expect(now.head).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), lastEntry: expect.any(Number) })
  await signIn(portico, await addPerson(portico))
  expect((await head()).unsealed).toBeGreaterThan(now.unsealed)
  expect((await head(`?day=${new Date().toISOString().slice(0, 10)}`)).head).toEqual(now.head)
  expect((await head('?day=2020-02-29')).head).toBeNull()
  expect((await call('GET', '/head?day=2020-02-30')).status).toBe(400)
  expect((await call('GET', '/head', { as: administrator })).status).toBe(403)
})

test('yesterday’s is mailed once, and stands in the log itself', async () => {
  await seal()
  const ctx = () => jobContext(portico, 'tell-audit-head')
  const announced = await tellHead(ctx())
  expect(announced?.hash).toBe((await head()).head?.hash)
  expect(await tellHead(ctx())).toBeUndefined()
  const mails: Mail[] = []
  const job = mailHead({ send: async (mail) => void mails.push(mail) })
  await job.run(ctx(), { eventId: '0', subject: announced?.day ?? '' })
  expect(mails).toMatchObject([{ to: { address: auditor }, text: expect.stringContaining(announced?.hash ?? '-') }])
  const sent = `select after ->> 'hash' as hash from audit_event where type = 'audit-log.head-sent'`
  expect(await portico.database.query(sent)).toEqual([{ hash: announced?.hash }])
})

test('audit:verify says that nothing was changed, or what, and fails then', async () => {
  await seal()
  const { head: kept } = await head()
  const mail = path.join(os.tmpdir(), `head-${kept?.hash}.txt`)
  await writeFile(mail, `The head of the day is ${kept?.hash}.`)
  expect(await verify('--head', mail)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed.') })
  const foreign = 'f'.repeat(64)
  expect(await verify('--head', foreign)).toMatchObject({ code: 1, out: expect.stringContaining(foreign) })
  expect(await verify('--head', 'none')).toMatchObject({ code: 2, out: expect.stringContaining('neither a file') })
  const [entry] = await portico.database.query<{ id: number }>(
    `update audit_event set ip = '10.9.8.7' where id = (select id from audit_event order by id limit 1 offset 2) returning id`,
  )
  expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining(`Entry ${entry?.id} was edited`) })
})
