// Refresh tokens that are exchanged at the same moment: their rows are written by one statement, which is begun, sent
// and committed once for all of them (docs/decisions/0061).
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'
import { byPlace, gatheredCalls, perDatabase, unseen } from '#server/kernel/gathered-calls.ts'
import { hashed } from './bearers.store.ts'
import { applyWrites, payloadColumns, payloadTypes, payloadValues, savedFrom, type Writes } from './payloads.store.ts'

/** One token is spent, others of the same session take its place, and nothing else is written. */
type Exchange = { readonly writes: Writes; readonly spent: string; readonly sessionUid: string }

const exchangeOf = (writes: Writes): Exchange | undefined => {
  const [spent, ...others] = writes.spent
  const [sessionUid, ...further] = new Set([...writes.payloads.values()].map(({ payload }) => payload.sessionUid))
  return spent && sessionUid && others.length + further.length + writes.sessions.size === 0
    ? { writes, spent, sessionUid }
    : undefined
}

/**
 * As of one alone (`applyWrites`), but for sessions that somebody has locked: they keep nobody else waiting.
 *
 * Sessions and tokens are looked up one by one, each by its key, and a token is changed at the place where it was found
 * (`ctid`): one whose row somebody else changes meanwhile is no longer there, and is tried alone. A join by the key
 * would be planned, on new tables, by reading them whole, and the plan kept (fresh-plans.spec.ts). So would this be for
 * ten rows, as many as PostgreSQL expects of an array; by the bounds of `place`, which always hold, it expects one.
 */
const text = `with asked as materialized (
  select spent, session_uid, place
    from unnest(${unseen('$1::bytea[]')}, ${unseen('$2::text[]')}) with ordinality as a (spent, session_uid, place)
),
living as materialized (
  select s.uid
    from (select distinct session_uid from asked) a
   cross join lateral (select uid from session where uid = a.session_uid for key share skip locked) s
),
found as materialized (
  select a.place, (select p.ctid from oidc_payload p where p.id = a.spent) as at
    from asked a
   where a.session_uid in (select uid from living)
     and a.place between 1 and 1000
),
spent as (
  update oidc_payload p
     set consumed_on = now()
    from found f
   where p.ctid = f.at
     and p.consumed_on is null
  returning f.place
),
saved as (
  ${savedFrom(`unnest(${['int', ...payloadTypes].map((type, place) => unseen(`$${place + 3}::${type}[]`)).join(', ')}) as r (place, ${payloadColumns})
    join spent using (place)`)}
)
select place::int from spent`

const valuesOf = (exchanges: readonly Exchange[]) => {
  const rows = exchanges.flatMap(({ writes }, index) =>
    [...writes.payloads.values()].map((payload) => [index + 1, ...payloadValues(payload)]),
  )
  return [
    exchanges.map(({ spent }) => hashed(spent)),
    exchanges.map(({ sessionUid }) => sessionUid),
    ...['place', ...payloadTypes].map((_, column) => rows.map((row) => row[column])),
  ]
}

const PlaceRow = z.object({ place: z.number() })

/** Which of them were written. Of the others nothing is known: each has to be tried alone. */
const writtenTogether = async (db: Db, exchanges: readonly Exchange[]) =>
  byPlace(exchanges.length, await db.query(PlaceRow, text, valuesOf(exchanges))).map((row) => row && true)

/** What is wrong with one is no fault of the others; a database that is away is away for all. */
const unknownIfRefused =
  ({ length }: readonly Exchange[]) =>
  (error: unknown) => {
    if (error instanceof Error && error.name === 'DatabaseUnavailable') throw error
    return Array.from({ length }, () => undefined)
  }

const gathered = perDatabase((db) =>
  gatheredCalls<Exchange, boolean>(
    async (exchanges) => {
      const [only, ...others] = exchanges
      if (only && others.length === 0) return [await applyWrites(db, only.writes)]
      return writtenTogether(db, exchanges).catch(unknownIfRefused(exchanges))
    },
    { atOnce: 4 },
  ),
)

/** What `applyWrites` does, and answers; of codes there are never enough at once for it to pay. */
export const applyGathered = async (db: Db, writes: Writes): Promise<boolean> => {
  const exchange = exchangeOf(writes)
  const done = exchange && (await gathered(db)(exchange))
  return done ?? applyWrites(db, writes)
}
