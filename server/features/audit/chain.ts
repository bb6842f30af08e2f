// How entries of the audit log are chained (docs/decisions/0043). Whoever verifies the log with another program
// computes the same: SHA-256 over the hash before it, followed by the text of the entry as JSON.
import { hash } from 'node:crypto'
import { z } from 'zod'

/** An entry as PostgreSQL writes it, all of it text. */
export const ChainedEntry = z.object({
  id: z.number(),
  at: z.string(),
  type: z.string(),
  subject: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  impersonatedBy: z.string().nullable(),
  ip: z.string().nullable(),
  apiEntry: z.string().nullable(),
  operation: z.string().nullable(),
  tenantId: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  digest: z.string().nullable(),
})
export type ChainedEntry = Readonly<z.output<typeof ChainedEntry>>

export const hashLength = 32
/** Before the first entry. */
export const beginning = Buffer.alloc(hashLength)

const next = (before: Buffer, content: readonly unknown[]) =>
  hash('sha256', Buffer.concat([before, Buffer.from(JSON.stringify(content))]), 'buffer')

/** What chain and digest both read of an entry, in the order in which they read it. */
export const saidOf = (entry: Omit<ChainedEntry, 'id' | 'before' | 'after' | 'digest'>) => [
  entry.at,
  entry.type,
  entry.subject,
  entry.actorKind,
  entry.actorId,
  entry.actorName,
  entry.impersonatedBy,
  entry.ip,
  entry.apiEntry,
  entry.operation,
  entry.tenantId,
]

export const entryHash = (before: Buffer, entry: ChainedEntry) =>
  next(before, [String(entry.id), ...saidOf(entry), entry.before, entry.after, entry.digest])

export type SealLine = {
  readonly number: number
  readonly upTo: number
  readonly entries: number
  readonly digests: boolean
  readonly sealedOn: Date
}

/** After the last entry of a batch: what is said of the batch itself is part of the chain. */
export const sealHash = (before: Buffer, { number, upTo, entries, digests, sealedOn }: SealLine) =>
  next(before, ['seal', number, upTo, entries, digests, sealedOn.toISOString()])
