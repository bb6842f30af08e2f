// Every type of audit event is stored and read back as its schema says, and no secret is in the log.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditEvent, moment, none, secret } from '#server/kernel/audit-event.ts'
import { recordedEvents } from '#server/spec/testing/recorded-events.ts'
import { declaredTypes, secretText, subjectOf, valueOf } from '#server/spec/testing/audit-event-types.ts'
import { openFreshDatabase } from '#server/spec/testing/fresh-database.ts'
import { eventById, insertEvents } from './audit.store.ts'

const world = openFreshDatabase()

const types = await declaredTypes()
const nobody = { kind: 'system', id: undefined, name: 'spec' } as const

const store = async (event: Parameters<typeof insertEvents>[1][number]['event'], { checked = true } = {}) => {
  const [id = 0] = await world.database.transaction((tx) =>
    insertEvents(tx, [{ event, at: new Date(), actor: nobody }], { checked }),
  )
  const stored = await eventById(world.database, id)
  if (!stored) throw new Error('it was not stored')
  return stored
}

const hidden = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(secretText, '***'))

describe('every type of audit event', () => {
  test('is declared once', () => {
    expect(types.length).toBeGreaterThan(80)
    expect(new Set(types.map(({ type }) => type)).size).toBe(types.length)
  })

  test.each(types.map((type) => [type.type, type] as const))('%s is read back as it was stated', async (_, type) => {
    const { before, after } = type.definition.payload
    const payload = { before: valueOf(before), after: valueOf(after) }
    const stored = await store(type({ subject: subjectOf(type), ...payload }))
    expect(type.read(stored)).toEqual(hidden(payload))
    expect(JSON.stringify(stored)).not.toContain(secretText)
  })
})

describe('what a released version stored', () => {
  const recorded = Object.entries(recordedEvents())

  test('is recorded of every type that was released', () => expect(recorded.length).toBeGreaterThan(150))

  /** A field that is new is `.optional()`; one that is renamed is read under both names. */
  test.each(recorded)('%s is read by this one', (type, payload) => {
    const declared = types.find((one) => one.type === type)
    expect(declared?.read({ type, ...payload })).toBeDefined()
  })
})

describe('a schema', () => {
  const Key = z.object({ name: z.string(), value: secret() })
  const changed = auditEvent('thing.changed', 'name', {
    before: none,
    after: z.object({ on: moment(), one: Key.optional(), all: z.array(Key), byName: z.record(z.string(), Key) }),
  })
  const key = { name: 'k', value: secretText }
  const after = { on: new Date('2026-11-22T10:00:00Z'), one: key, all: [key], byName: { k: key } }

  test.each([{ checked: true }, { checked: false }])(
    'hides its secrets wherever they are, and reads a date as its text (%o)',
    async (writing) => {
      const stored = await store(changed({ subject: 'x', after }), writing)
      expect(changed.read(stored)?.after).toEqual({ ...Object(hidden(after)), on: '2026-11-22T10:00:00.000Z' })
      expect(JSON.stringify(stored)).not.toContain(secretText)
    },
  )

  test('reads nothing of another type, nor of an entry that kept less', async () => {
    const other = auditEvent('thing.seen', 'name', { before: none, after: none })
    expect(changed.read(await store(other({ subject: 'x' })))).toBeUndefined()
    expect(changed.read({ type: 'thing.changed', before: null, after: { on: '2026-11-22' } })).toBeUndefined()
  })
})
