// Failed attempts per name and source: the only writer of sign_in_failure.
import type { Db, Tx } from '#server/kernel/context.ts'
import { lockPolicy, type Failures } from './sign-in.rules.ts'

type Counter = { nameKey: string; source: string }

/** Waits for attempts on the same counter that are being written at this moment. */
export const failuresOf = async (tx: Tx, { nameKey, source }: Counter) =>
  (
    await tx.query<Failures>(
      `select failed_count as "failedCount",
              lock_level as "lockLevel",
              case when locked_until = 'infinity' then null else locked_until end as "lockedUntil"
         from sign_in_failure
        where name_key = $1
          and source = $2
          for update`,
      [nameKey, source],
    )
  ).at(0)

/**
 * The same, where a code is locked next: the row is there from the first attempt on, so that everybody waits for it
 * first and for the code second.
 */
export const heldFailuresOf = async (tx: Tx, { nameKey, source, now }: Counter & { now: Date }) =>
  (
    await tx.query<Failures>(
      `insert into sign_in_failure as f (name_key, source, changed_on)
       values ($1, $2, $3)
       on conflict (name_key, source) do update
          set changed_on = f.changed_on
       returning failed_count as "failedCount",
                 lock_level as "lockLevel",
                 case when locked_until = 'infinity' then null else locked_until end as "lockedUntil"`,
      [nameKey, source, now],
    )
  ).at(0)

/** Counts one failure; the fifth locks. A lock that has run out starts the count anew, the level stays. */
export const countFailure = async (tx: Tx, { nameKey, source, now }: Counter & { now: Date }): Promise<Failures> => {
  const [row] = await tx.query<Failures>(
    `insert into sign_in_failure as f (name_key, source, failed_count, changed_on)
     values ($1, $2, 1, $3)
     on conflict (name_key, source) do update
        set failed_count = case when f.locked_until <= $3 then 1 else f.failed_count + 1 end,
            locked_until = case when f.locked_until <= $3 then null else f.locked_until end,
            changed_on = $3
     returning failed_count as "failedCount", lock_level as "lockLevel", locked_until as "lockedUntil"`,
    [nameKey, source, now],
  )
  if (!row || row.failedCount < lockPolicy.attempts) return row ?? { failedCount: 1, lockLevel: 0, lockedUntil: null }
  const [locked] = await tx.query<Failures>(
    `update sign_in_failure
        set lock_level = lock_level + 1,
            locked_until = case when lock_level + 1 >= $4 then 'infinity'::timestamptz else $3::timestamptz + make_interval(mins => $5) end
      where name_key = $1
        and source = $2
     returning failed_count as "failedCount", lock_level as "lockLevel",
               case when locked_until = 'infinity' then null else locked_until end as "lockedUntil"`,
    [nameKey, source, now, lockPolicy.permanentLevel, lockPolicy.minutes],
  )
  return locked ?? row
}

/** The third lock, from whatever source: an administrator lifts it, no reset mail (R9-08, R8.6-10). */
export const isBlocked = async (db: Db, nameKey: string) =>
  (await db.query(`select 1 as found from sign_in_failure where name_key = $1 and lock_level >= $2 limit 1`, [nameKey, lockPolicy.permanentLevel])).length > 0

export const forgetFailures = async (tx: Tx, { nameKey, source }: Counter) => {
  await tx.query(`delete from sign_in_failure where name_key = $1 and source = $2`, [nameKey, source])
}

export const forgetAllFailures = async (tx: Tx, nameKey: string) =>
  (await tx.query<{ level: number }>(`delete from sign_in_failure where name_key = $1 returning lock_level as level`, [nameKey])).length

/** What says nothing any more; called by a job. */
export const purgeFailures = async (db: Db) => {
  await db.query(`delete from sign_in_failure where changed_on < now() - interval '30 days' and lock_level < 3`)
}
