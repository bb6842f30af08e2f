// The disclaimers of applications, which their people accept before they use them.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { momentOf } from '#server/lists/moments.ts'

export const StoredDisclaimer = z.object({
  texts: z.record(z.string(), z.string()),
  version: z.number(),
  modifiedOn: z.string(),
})
export type StoredDisclaimer = z.output<typeof StoredDisclaimer>

export const disclaimerOf = async (db: Db, id: number) =>
  (
    await db.query(
      StoredDisclaimer,
      `select disclaimer as texts,
              disclaimer_version as version,
              ${momentOf('disclaimer_modified_on')} as "modifiedOn"
         from application
        where id = $1`,
      [id],
    )
  ).at(0)

export const saveDisclaimer = (tx: Tx, { id, texts, version }: { id: number } & Omit<StoredDisclaimer, 'modifiedOn'>) =>
  tx.execute(`update application set disclaimer = $2, disclaimer_version = $3 where id = $1`, [
    id,
    JSON.stringify(texts),
    version,
  ])
