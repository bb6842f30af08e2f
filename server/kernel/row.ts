// Rows of which many statements are made, and columns that zod has no name for. A row's schema says what the statement
// answers: specs and the demonstration compare every row with it (server/platform/postgres/row-check.ts).
import { z } from 'zod'

/** A bytea column. */
export const bytes = z.instanceof(Buffer)

export const CountRow = z.object({ count: z.number() })

export const IdRow = z.object({ id: z.uuid() })

export const idsOf = (rows: readonly z.output<typeof IdRow>[]) => rows.map(({ id }) => id)
