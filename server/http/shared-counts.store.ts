// How the instances tell each other of their counts; nothing is stored.
import type { Db } from '#server/kernel/context.ts'

export const countsChannel = 'portico_counts'

export const tellCounts = (db: Db, messages: readonly string[]) =>
  db.execute(`select pg_notify($1, m) from unnest($2::text[]) m`, [countsChannel, messages])
