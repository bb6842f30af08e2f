// What events looked like in the versions that were released (recorded-events.json): entries of the log are never
// changed, so each of them must be read for good. `npm run release` records the types that are new.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { storedPayload } from '#server/features/audit/stored-payload.ts'
import { declaredTypes, subjectOf, valueOf } from './audit-event-types.ts'

const file = path.join(import.meta.dirname, 'recorded-events.json')

const Recorded = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))

/** By type. */
export const recordedEvents = () => Recorded.parse(JSON.parse(readFileSync(file, 'utf8')))

const parsed = (text: string | null | undefined): unknown => (text ? JSON.parse(text) : null)

/** What stands there stays. */
export const recordNewEvents = async () => {
  const known = recordedEvents()
  const types = await declaredTypes()
  const added = types.filter(({ type }) => !known[type])
  for (const type of added) {
    const { before, after } = type.definition.payload
    const event = type({ subject: subjectOf(type), before: valueOf(before), after: valueOf(after) })
    const stored = storedPayload(event)
    known[type.type] = { before: parsed(stored.before), after: parsed(stored.after) }
  }
  const inOrder = Object.fromEntries(Object.entries(known).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(file, `${JSON.stringify(inOrder, null, 2)}\n`)
  return { file, added: added.map(({ type }) => type) }
}
