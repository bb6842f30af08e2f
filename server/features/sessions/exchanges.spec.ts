// Tokens that are exchanged at the same moment: each is spent once and brings its successors, whatever becomes of the
// others.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/kernel/context.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { applyGathered, payloads } from './sessions.public.ts'

let portico: TestPortico
let person: Person
let db: Db
/** What was sent, without what each answered. */
const sent: string[] = []
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  db = {
    query: (row, text, values) => {
      sent.push(text)
      return portico.database.query(row, text, values)
    },
    execute: (text, values) => portico.database.execute(text, values),
  }
})
beforeEach(() => void sent.splice(0))
afterAll(() => portico.close())

type Token = { readonly id: string; readonly sessionUid: string; readonly accountId: string }

const writesOf = (token: Token, spent: readonly string[] = []) => ({
  spent,
  payloads: new Map([
    [
      token.id,
      { id: token.id, kind: 'RefreshToken', payload: { kind: 'RefreshToken', ...token }, expiresInSeconds: 60 },
    ],
  ]),
  sessions: new Map(),
})

/** A refresh token in a session of its own. */
const issued = async () => {
  const token = { id: randomUUID(), sessionUid: randomUUID(), accountId: person.id }
  await portico.database.execute(
    `insert into session (id, uid, user_id, expires_on, payload)
     values (sha256($1::text::bytea), $1, $2, now() + interval '1 hour', '{}')`,
    [token.sessionUid, person.id],
  )
  await payloads.applyWrites(portico.database, writesOf(token))
  return token
}

const allIssued = (count: number) => Promise.all(Array.from({ length: count }, issued))

const successorOf = (token: Token, change: Partial<Token> = {}): Token => ({ ...token, id: randomUUID(), ...change })

const exchanged = (token: Token, by: Token = successorOf(token)) => applyGathered(db, writesOf(by, [token.id]))

const stateOf = async ({ id }: Token) => {
  const found = await payloads.payloadById(portico.database, { id, kind: 'RefreshToken' })
  return found ? ('consumed' in found ? 'spent' : 'living') : 'none'
}

test('many are written by a few statements, each spent and followed by its own', async () => {
  const tokens = await allIssued(40)
  const successors = tokens.map((token) => successorOf(token))
  const done = await Promise.all(tokens.map((token, place) => exchanged(token, successors[place])))
  expect(done.every(Boolean)).toBe(true)
  expect(sent.length).toBeLessThan(15)
  expect(new Set(await Promise.all(tokens.map(stateOf)))).toEqual(new Set(['spent']))
  for (const successor of successors)
    expect(await payloads.payloadById(portico.database, { id: successor.id, kind: 'RefreshToken' })).toMatchObject({
      sessionUid: successor.sessionUid,
      accountId: person.id,
    })
})

test('T19 of several who come with one token at the same moment one is first, also among others', async () => {
  const tokens = await allIssued(5)
  const [contested] = tokens as [Token]
  const tries = [...tokens, contested, contested, contested]
  const successors = tries.map((token) => successorOf(token))
  const done = await Promise.all(tries.map((token, place) => exchanged(token, successors[place])))
  const written = await Promise.all(successors.map(stateOf))
  expect(done.filter(Boolean)).toHaveLength(5)
  expect(written.map((state) => state === 'living')).toEqual(done)
  // Later, alone and among others that are fresh.
  const late = [successorOf(contested), successorOf(contested)] as const
  expect(await exchanged(contested, late[0])).toBe(false)
  const fresh = await allIssued(4)
  const again = [exchanged(contested, late[1]), ...fresh.map((token) => exchanged(token))]
  expect(await Promise.all(again)).toEqual([false, true, true, true, true])
  expect(await Promise.all(late.map(stateOf))).toEqual(['none', 'none'])
})

test('T14 of a session that has ended nothing is written, and of all others everything', async () => {
  const tokens = await allIssued(6)
  const [ended] = tokens as [Token]
  await portico.database.execute(`delete from session where uid = $1`, [ended.sessionUid])
  const successor = successorOf(ended)
  const done = await Promise.all(tokens.map((token) => exchanged(token, token === ended ? successor : undefined)))
  expect(done).toEqual([false, true, true, true, true, true])
  expect([await stateOf(ended), await stateOf(successor)]).toEqual(['living', 'none'])
})

test('T14 whose session is about to end waits for that, and keeps nobody waiting', async () => {
  const tokens = await allIssued(6)
  const [ending] = tokens as [Token]
  const successor = successorOf(ending)
  let waits: Promise<boolean> = Promise.resolve(true)
  await portico.write(async (tx) => {
    await tx.query(`delete from session where uid = $1`, [ending.sessionUid])
    const [first, ...others] = tokens.map((token) => exchanged(token, token === ending ? successor : undefined))
    waits = first ?? waits
    expect(await Promise.all(others)).toEqual([true, true, true, true, true])
    await until(async () => sent.filter((text) => text.includes('allowed as')).length > 0)
  })
  expect(await waits).toBe(false)
  expect(await stateOf(successor)).toBe('none')
})

const untilOneWaits = () =>
  until(async () => {
    const waiting = await portico.database.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%skip locked%'`,
    )
    return waiting.length > 0
  })

/** What becomes of six tokens while somebody else changes the row of the first. */
const whileChanged = async (set: string) => {
  const tokens = await allIssued(6)
  const [contested] = tokens as [Token]
  const successor = successorOf(contested)
  const row = `sha256(convert_to($1, 'utf8'))`
  const done = await portico.write(async (tx) => {
    await tx.query(`update oidc_payload set ${set} where id = ${row}`, [contested.id])
    const all = tokens.map((token) => exchanged(token, token === contested ? successor : undefined))
    await untilOneWaits()
    return all
  })
  return { done: await Promise.all(done), successor: await stateOf(successor) }
}

test('T19 a token that another instance spends meanwhile is not spent again, nor are those beside it lost', async () => {
  expect(await whileChanged('consumed_on = now()')).toEqual({
    done: [false, true, true, true, true, true],
    successor: 'none',
  })
})

test('a token whose row is changed meanwhile, and not spent, is exchanged', async () => {
  const { done, successor } = await whileChanged(`payload = payload || '{"x": 1}'`)
  expect([...done, successor]).toEqual([true, true, true, true, true, true, 'living'])
})

test('what the database refuses of one is told that one', async () => {
  const tokens = await allIssued(5)
  const [faulty, ...good] = tokens as [Token]
  const nobody = successorOf(faulty, { accountId: randomUUID() })
  const [refused, ...done] = await Promise.allSettled([
    exchanged(faulty, nobody),
    ...good.map((token) => exchanged(token)),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('foreign key') } })
  expect(done.map((one) => one.status === 'fulfilled' && one.value)).toEqual([true, true, true, true])
  expect([await stateOf(faulty), await stateOf(nobody)]).toEqual(['living', 'none'])
})
