// What an entry carries from the moment it is written: half a SHA-256 over what it says. A row that somebody adds to
// the table by hand has none, or not the right one.
import { hash } from 'node:crypto'
import { type ChainedEntry, saidOf } from './chain.ts'

export type DigestInput = Omit<ChainedEntry, 'id' | 'digest'>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * With the fields of every object by their names, since PostgreSQL keeps them in another order. What writes itself as
 * JSON, as a Date does, stays as it is.
 */
export const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value) || typeof value['toJSON'] === 'function') return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, ordered(value[name])]),
  )
}

/** Of sides whose JSON is `ordered`. */
export const digestOfOrdered = ({ before, after, ...entry }: DigestInput): string => {
  const said = JSON.stringify(saidOf(entry)).slice(0, -1)
  return hash('sha256', `${said},${before ?? 'null'},${after ?? 'null'}]`, 'hex').slice(0, 32)
}

const side = (text: string | null) => (text === null ? null : JSON.stringify(ordered(JSON.parse(text))))

/** Of an entry as it is read back. */
export const digestOf = (entry: DigestInput): string =>
  digestOfOrdered({ ...entry, before: side(entry.before), after: side(entry.after) })

/** As `at` is read back: PostgreSQL counts microseconds, a Date milliseconds. */
export const momentText = (at: Date) => at.toISOString().replace('Z', '000Z')
