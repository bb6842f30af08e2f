// Who else may ask what an application's access tokens are worth: the only writer of application_introspector.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'

/** The names, as a column of a query over `application`. */
export const introspectorsOf = (application: string) =>
  `coalesce((select json_agg(other.name order by other.name)
               from application_introspector i
               join application other on other.id = i.introspector_id
              where i.application_id = ${application}.id), '[]')`

const ApplicationNameRow = z.object({ name: z.string() })

/** The first name that is no application's; nothing is written then that the caller keeps. */
export const saveIntrospectors = async (tx: Tx, { id, names }: { id: number; names: readonly string[] }) => {
  await tx.execute(`delete from application_introspector where application_id = $1`, [id])
  const known = await tx.query(
    ApplicationNameRow,
    `with named as (select id, name from application where name = any($2)),
          saved as (insert into application_introspector (application_id, introspector_id) select $1, id from named)
     select name from named`,
    [id, names],
  )
  return names.find((name) => !known.some((one) => one.name === name))
}
