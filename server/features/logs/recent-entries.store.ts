// What a search of the system log looks at, for `recent-entries.ts`.
import { z } from 'zod'
import { isNoAttempt } from '#server/features/audit/audit.public.ts'
import type { Db, Reads } from '#server/kernel/context.ts'
import { idsOf, IdRow } from '#server/kernel/row.ts'
import { likeText, unprepared } from '#server/lists/list-sql.ts'

const EntryRow = z.object({
  id: z.number(),
  at: z.number(),
  actorName: z.string().nullable(),
  apiEntry: z.string().nullable(),
  operation: z.string(),
  ip: z.string().nullable(),
  actorId: z.uuid().nullable(),
  tenantId: z.uuid().nullable(),
})
export type EntryRow = z.output<typeof EntryRow>

/** Moments in microseconds, as the database orders by them. */
const columns = `f.id,
       (extract(epoch from f.at) * 1000000)::bigint as at,
       f.actor_name as "actorName",
       f.api_entry as "apiEntry",
       coalesce(f.operation, f.type) as operation,
       f.ip,
       f.actor_id as "actorId",
       f.tenant_id as "tenantId"`

type NewestEntries = { readonly upTo: number; readonly most: number }

/** Newest first. */
export const newestEntries = (db: Reads, { upTo, most }: NewestEntries) =>
  db.stream(
    EntryRow,
    `select ${columns}
       from (select f.* from audit_event f
              where ${isNoAttempt('f')} and f.id <= $1
              order by f.at desc, f.id desc
              limit $2) f
      order by f.at desc, f.id desc`,
    [upTo, most],
    5_000,
  )

export const entriesAfter = (db: Db, { upTo, most }: NewestEntries) =>
  db.query(
    EntryRow,
    `select ${columns} from audit_event f where f.id > $1 and ${isNoAttempt('f')} order by f.id limit $2`,
    [upTo, most],
  )

const SettledRow = z.object({ upTo: z.number(), isThere: z.boolean() })

/** Ids up to which nothing appears any more, and whether an entry is still there. */
export const settled = async (db: Db, entry: number) =>
  (
    await db.query(
      SettledRow,
      `select coalesce((select s.up_to from audit_seal s order by s.number desc limit 1), 0) as "upTo",
              exists(select 1 from audit_event f where f.id = $1) as "isThere"`,
      [entry],
    )
  ).at(0) ?? { upTo: 0, isThere: false }

const FoldedRow = z.object({ text: z.string() })

/** As a search compares texts, in their order. */
export const foldedTexts = async (db: Db, texts: readonly string[]) =>
  (
    await db.query(
      FoldedRow,
      `select folded(t.text) as text from unnest($1::text[]) with ordinality t (text, place) order by t.place`,
      [texts],
    )
  ).map(({ text }) => text)

const mostNamed = 1_000

/** Every word must occur in the name; of people and of tenants, as in `wordsIn` of `who.ts`. */
export const idsNamed = async (db: Db, words: readonly string[]) => {
  const patterns = words.map((word) => `%${likeText(word)}%`)
  const people = await db.query(
    IdRow,
    `${unprepared} select s.user_id as id from user_search s where ${everyWord('s.text', words)} limit ${mostNamed}`,
    patterns,
  )
  const tenants = await db.query(
    IdRow,
    `${unprepared} select t.id from tenant t where ${everyWord('t.search_text', words)} limit ${mostNamed}`,
    patterns,
  )
  return new Set([...idsOf(people), ...idsOf(tenants)])
}

const everyWord = (text: string, words: readonly string[]) =>
  words.map((_, place) => `${text} like folded($${place + 1})`).join(' and ')
