// When a row of a member, or one of its roles, was changed last: triggers move it (0030_modified_on_moves.sql).
import type { Db } from '#server/kernel/context.ts'

export const modifiedOnOf = async (db: Db, id: string) =>
  (
    await db.query<{ modifiedOn: Date }>(`select modified_on as "modifiedOn" from tenant_member where id = $1`, [id])
  ).at(0)?.modifiedOn
