// What an entry carries from the moment it is written: half a SHA-256 over what it says. A row that somebody adds to
// the table by hand has none, or not the right one.
import { hash } from 'node:crypto'
import { type ChainedEntry, saidOf } from './chain.ts'

export type DigestInput = Omit<ChainedEntry, 'id' | 'digest'>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** PostgreSQL keeps the fields of an object in another order. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, ordered(value[name])]),
  )
}

const side = (text: string | null): unknown => (text === null ? null : ordered(JSON.parse(text)))

export const digestOf = ({ before, after, ...entry }: DigestInput): string => {
  const content = [...saidOf(entry), side(before), side(after)]
  return hash('sha256', JSON.stringify(content), 'hex').slice(0, 32)
}

/** As `at` is read back: PostgreSQL counts microseconds, a Date milliseconds. */
export const momentText = (at: Date) => at.toISOString().replace('Z', '000Z')
