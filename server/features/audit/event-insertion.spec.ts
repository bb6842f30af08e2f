// However many are recorded at once, and by whom: each entry is stored as if it were alone, in its order.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'
import { declaredTypes, subjectOf, valueOf } from '#server/spec/testing/audit-event-types.ts'
import { openFreshDatabase } from '#server/spec/testing/fresh-database.ts'
import { type AuditEntry, insertEvents, insertReads } from './audit.store.ts'
import { digestOf } from './digest.ts'
import { entriesBetween } from './seals.store.ts'

const world = openFreshDatabase()

const stored = (ids: readonly number[]) =>
  entriesBetween(world.database, { above: Math.min(...ids) - 1, upTo: Math.max(...ids), most: ids.length + 1 })

const record = async (entries: readonly AuditEntry[]) => {
  const ids = await world.database.transaction((tx) => insertEvents(tx, entries, { checked: true }))
  return { ids, rows: await stored(ids) }
}

const now = new Date('2026-11-29T20:00:00.123Z')
const nobody = { kind: 'system', id: undefined, name: 'spec' } as const
const somebody = { kind: 'user', id: '0B7F2C52-5D0E-4F63-9D2A-0C7D3F5A9E11', name: 'ana' } as const
const types = await declaredTypes()

const ofEveryType = (actor: AuditEntry['actor']): AuditEntry[] =>
  types.map((type) => {
    const { before, after } = type.definition.payload
    return {
      event: type({ subject: subjectOf(type), before: valueOf(before), after: valueOf(after) }),
      at: now,
      actor,
      ip: '192.0.2.7',
      apiEntry: 'POST /api/v1/spec',
    }
  })

const withoutId = (rows: Awaited<ReturnType<typeof stored>>) => rows.map((row) => ({ ...row, id: 0 }))

test('many by one author are stored as one by one, in their order', async () => {
  const entries = ofEveryType(somebody)
  const together = await record(entries)
  const alone = []
  for (const entry of entries) alone.push(...withoutId((await record([entry])).rows))
  expect(together.ids).toEqual(together.rows.map(({ id }) => id))
  expect(withoutId(together.rows)).toEqual(alone)
})

test.each([
  { by: 'one author', actorOf: () => somebody },
  { by: 'several authors', actorOf: (place: number) => (place % 2 ? somebody : nobody) },
])('many by $by carry the digest of what is read back', async ({ actorOf }) => {
  const { rows } = await record(ofEveryType(nobody).map((entry, place) => ({ ...entry, actor: actorOf(place) })))
  expect(rows.map(({ actorName }) => actorName)).toEqual(types.map((_, place) => actorOf(place).name))
  for (const row of rows) expect(row.digest).toBe(digestOf(row))
})

test('an object of which the schema says nothing carries it too, whatever its fields are named', async () => {
  const thing = auditEvent('thing.changed', 'name', {
    before: none,
    after: z.object({ said: z.unknown(), byName: z.record(z.string(), z.unknown()) }),
  })
  const said = { b: 1, a: [{ z: 'ü', y: null, 10: 'ten', 9: 'nine' }], on: now, none: undefined }
  const event = thing({ subject: 'x', after: { said, byName: { second: said, first: said } } })
  const { rows } = await record([{ event, at: now, actor: nobody }])
  expect(JSON.parse(rows[0]?.after ?? '')).toEqual(JSON.parse(JSON.stringify(event.after)))
  expect(rows[0]?.digest).toBe(digestOf(rows[0] ?? expect.unreachable()))
})

test('what many read at different moments is recorded of each of them', async () => {
  const looked = auditEvent('thing.looked-at', 'name', { before: none, after: z.object({ page: z.int() }) })
  const actor = (name: string) =>
    ({
      kind: 'user',
      id: somebody.id,
      userName: name,
      roles: new Set<RoleName>(),
      sessionUid: undefined,
      clientId: 'x',
    }) as const
  const reads = ['ana', 'ben', 'ana'].map((name, page) => ({
    by: { actor: actor(name), now: new Date(now.getTime() + page), requestInfo: { ip: '192.0.2.7', apiEntry: name } },
    event: looked({ subject: name, after: { page } }),
  }))
  const [last = 0] = (await record([{ event: reads[0]?.event ?? expect.unreachable(), at: now, actor: nobody }])).ids
  await world.database.transaction((tx) => insertReads(tx, reads, { checked: true }))
  const rows = await entriesBetween(world.database, { above: last, upTo: last + 10, most: 10 })
  expect(rows.map((row) => [row.actorName, row.apiEntry, row.subject, JSON.parse(row.after ?? '')])).toEqual(
    ['ana', 'ben', 'ana'].map((name, page) => [name, name, name, { page }]),
  )
  expect(rows.map(({ at }) => at.slice(-8))).toEqual(['.123000Z', '.124000Z', '.125000Z'])
  for (const row of rows) expect(row.digest).toBe(digestOf(row))
})
