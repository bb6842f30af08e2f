// The row of the setting `installation`, and what says of a database without it whose it is.
import { z } from 'zod'
import type { Db, Tx } from './kernel/context.ts'

export const Installation = z.object({ address: z.string(), mode: z.enum(['demonstration', 'production']) })
export type Installation = z.output<typeof Installation>

/** To the end of the transaction. */
export const lockFirstStart = (tx: Tx) => tx.execute(`select pg_advisory_xact_lock(hashtext('first-start'))`)

const SchemaRow = z.object({ there: z.boolean() })

const InstallationRow = z.object({
  stored: Installation.nullable(),
  callback: z.string().nullable(),
  demo: z.boolean(),
  peopled: z.boolean(),
})

/** Nothing of a database without a schema. */
export const readInstallation = async (db: Db) => {
  const [schema] = await db.query(SchemaRow, `select to_regclass('application') is not null as there`)
  if (!schema?.there) return undefined
  const [row] = await db.query(
    InstallationRow,
    `select (select value from setting where name = 'installation') as stored,
            (select redirect_uris[1] from application where id = 1) as callback,
            exists (select 1 from setting where name = 'demonstration') as demo,
            exists (select 1 from portal_user) as peopled`,
  )
  return row
}

export const storeInstallation = (tx: Tx, installation: Installation) =>
  tx.execute(
    `insert into setting (name, value)
     values ('installation', $1)
     on conflict (name) do update
        set value = excluded.value,
            modified_on = now()
      where setting.value is distinct from excluded.value`,
    [JSON.stringify(installation)],
  )
