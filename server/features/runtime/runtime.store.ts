// Whether the database answers.
import type { Db } from '#server/kernel/context.ts'

export const askDatabase = (db: Db) => db.execute(`select 1`)
