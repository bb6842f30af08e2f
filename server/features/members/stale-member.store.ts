// When a member, or one of its roles, was changed last: triggers move it (0030_modified_on_moves.sql).
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

const ModifiedOnRow = z.object({ modifiedOn: z.date() })

export const modifiedOnOf = async (db: Db, id: string) =>
  (await db.query(ModifiedOnRow, `select modified_on as "modifiedOn" from tenant_member where id = $1`, [id])).at(0)
    ?.modifiedOn
