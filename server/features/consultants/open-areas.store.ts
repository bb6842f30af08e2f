// The areas as somebody chooses one for a new user.
import { OpenArea } from '#contract/consultants.ts'
import type { Db } from '#server/kernel/context.ts'

export const areasByName = (db: Db) =>
  db.query(
    OpenArea,
    `select a.id, a.name, a.system and a.name = 'Customers' as "isCustomers", a.is_default as "default"
       from area a
      order by a.name, a.id`,
  )
