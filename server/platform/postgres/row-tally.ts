// The lines that triggers write of every statement that adds or removes rows (0004_lists.sql), folded into one a table.
import type { Db } from '#server/kernel/context.ts'

export const foldTallies = (db: Db) =>
  db.execute(`with gone as (delete from row_tally returning counted, delta)
            insert into row_tally (counted, delta)
            select counted, sum(delta)
              from gone
             group by counted`)
