// Failed attempts per name and source: the only writer of sign_in_failure. Each attempt has two counters: that of the
// account, which locks it, and that of the name as it was typed, which is the one that is told (docs/decisions/0005).
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { unseen } from '#server/kernel/gathered-calls.ts'
import type { Failures, LockNow, LockPolicy } from './sign-in.rules.ts'

export type Counter = { readonly nameKey: string; readonly typedKey: string; readonly source: string }
export type CountedFailures = { readonly account: Failures | undefined; readonly typed: Failures | undefined }

const FailureRow = z.object({
  nameKey: z.string(),
  failedCount: z.number(),
  lockLevel: z.number(),
  lockedUntil: z.date().nullable(),
})
type FailureRow = z.output<typeof FailureRow>

const columns = `f.name_key as "nameKey",
              f.failed_count as "failedCount",
              f.lock_level as "lockLevel",
              case when f.locked_until = 'infinity' then null else f.locked_until end as "lockedUntil"`

const failuresIn = (rows: readonly FailureRow[], { nameKey, typedKey }: Counter): CountedFailures => ({
  account: rows.find((row) => row.nameKey === nameKey),
  typed: rows.find((row) => row.nameKey === typedKey),
})

/**
 * The rows are there from the first attempt on, and held until the end of the transaction: anyone who else tries the
 * same name waits, before any code or link is looked at.
 */
export const lockFailures = async (tx: Tx, counter: Counter & { now: Date }) => {
  const rows = await tx.query(
    FailureRow,
    `insert into sign_in_failure as f (name_key, source, changed_on)
     select key, $2, $3
       from unnest($1::text[]) key
      order by key
     on conflict (name_key, source) do update
        set changed_on = f.changed_on
     returning ${columns}`,
    [[counter.nameKey, counter.typedKey], counter.source, counter.now],
  )
  return failuresIn(rows, counter)
}

/**
 * What is counted so far, of an account whose row this transaction holds: whoever counts holds that row first, so that
 * nothing has to be there to wait at. `any`: of these keys, which may be more than the counter's.
 */
export const failuresOfHeld = async (
  tx: Tx,
  { keys, ...counter }: Counter & { keys: readonly string[] },
): Promise<CountedFailures & { any: boolean }> => {
  const rows = await tx.query(
    FailureRow,
    `select ${columns}
       from sign_in_failure f
      where f.name_key = any(${unseen('$1::text[]')})
        and f.source = $2`,
    [keys, counter.source],
  )
  return { ...failuresIn(rows, counter), any: rows.length > 0 }
}

/**
 * Counts one failure; the last that the policy allows locks. A lock that has run out starts the count anew, the level
 * stays. While the account is locked already only the typed name counts: nothing prolongs a lock.
 */
export const countFailure = async (tx: Tx, counter: Counter & LockNow & { counts: 'both' | 'typed name' }) => {
  const { nameKey, typedKey, source, now, lockout } = counter
  const rows = await tx.query(
    FailureRow,
    `with counted as (
       select name_key,
              case when locked_until <= $3 then 1 else failed_count + 1 end as failed_count,
              case when locked_until <= $3 then null else locked_until end as locked_until
         from sign_in_failure
        where name_key = any($1)
          and source = $2
     )
     update sign_in_failure f
        set failed_count = counted.failed_count,
            lock_level = f.lock_level + case when counted.failed_count >= $4 then 1 else 0 end,
            locked_until = case
              when counted.failed_count < $4 then counted.locked_until
              when f.lock_level + 1 >= $5 then 'infinity'::timestamptz
              else $3::timestamptz + make_interval(mins => $6)
            end,
            changed_on = $3
       from counted
      where f.name_key = counted.name_key
        and f.source = $2
     returning ${columns}`,
    [
      counter.counts === 'both' ? [nameKey, typedKey] : [typedKey],
      source,
      now,
      lockout.attempts,
      lockout.permanentAfter,
      lockout.minutes,
    ],
  )
  return failuresIn(rows, counter)
}

/** The lock that stays, from whatever source: an administrator lifts it, no reset mail (R9-08, R8.6-10). */
export const isBlocked = async (db: Db, nameKey: string, { permanentAfter }: LockPolicy) => {
  const blocked = `select 1 as found from sign_in_failure where name_key = $1 and lock_level >= $2 limit 1`
  return (await db.execute(blocked, [nameKey, permanentAfter])) > 0
}

/** After a sign-in from there. */
export const forgetFailures = async (tx: Tx, input: { keys: readonly string[]; source: string }) => {
  await tx.execute(`delete from sign_in_failure where name_key = any($1) and source = $2`, [input.keys, input.source])
}

export const forgetAllFailures = async (tx: Tx, keys: readonly string[]) => {
  await tx.execute(`delete from sign_in_failure where name_key = any($1)`, [keys])
}

/** What says nothing any more; called by a job. */
export const purgeFailures = async (db: Db) => {
  await db.execute(
    `delete from sign_in_failure where changed_on < now() - interval '30 days' and locked_until is distinct from 'infinity'`,
  )
}
