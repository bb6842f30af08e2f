// The only writer of process and process_issue.
import type { ProcessType, Task } from '#contract/notifications.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import type { Step } from '#server/kernel/process.ts'
import type { ImportIssue } from '#contract/kernel/bulk-import.ts'

/** Whoever runs a process renews this every few seconds; where that fails, somebody else goes on. */
const lease = `now() + interval '10 seconds'`

export type ProcessOrigin = { readonly ip: string; readonly apiEntry: string; readonly language: string }

export const insertProcess = async (
  tx: Tx,
  process: {
    id: string
    userId: string
    type: ProcessType
    input: unknown
    requestInfo: ProcessOrigin
    total: number | undefined
    now: Date
  },
) => {
  await tx.query(
    `insert into process (id, user_id, type, state, input, visit, total, queued_on)
     values ($1, $2, $3, 'Queued', $4, $5, $6, $7)`,
    [
      process.id,
      process.userId,
      process.type,
      JSON.stringify(process.input ?? null),
      JSON.stringify(process.requestInfo),
      process.total ?? null,
      process.now,
    ],
  )
}

export const countWaiting = async (db: Db, userId: string) =>
  (
    await db.query<{ count: number }>(
      `select count(*) as count from process where user_id = $1 and state in ('Queued', 'Running')`,
      [userId],
    )
  ).at(0)?.count ?? 0

export const activeOf = (db: Db, userId: string) =>
  db.query<Omit<Task, 'startTime'> & { startTime: Date }>(
    `select p.id,
            p.type,
            coalesce(p.started_on, p.queued_on) as "startTime",
            p.state,
            p.done,
            p.total,
            p.stop_asked as stopping,
            (select count(*) from process_issue i where i.process_id = p.id and i.severity = 'error') as errors
       from process p
      where p.user_id = $1
        and p.state in ('Queued', 'Running')
      order by p.queued_on desc, p.id`,
    [userId],
  )

export type Claimed = {
  id: string
  userId: string
  userName: string
  type: ProcessType
  input: unknown
  requestInfo: ProcessOrigin
  done: number
  total: number | null
  version: number
  stopAsked: boolean
}

/** Whose process it is, as they stand now. */
export type Owner = {
  userName: string
  /** Neither locked nor a draft. */
  mayAct: boolean
  roles: string[]
}

export const ownerNow = async (db: Db, userId: string) =>
  (
    await db.query<Owner>(
      `select u.user_name as "userName",
              not u.draft and not u.locked_by_administrator as "mayAct",
              array(select role_name from roles_anywhere(u.id) where application_name in ('identity', 'identity.global')) as roles
         from portal_user u
        where u.id = $1`,
      [userId],
    )
  ).at(0)

/**
 * The next one of these types that nobody runs: queued, or left by a runner that died. Whoever has fewer running ones
 * goes first.
 */
export const claim = async (db: Db, types: readonly string[]): Promise<Claimed | undefined> =>
  (
    await db.query<Claimed>(
      `with next as (
         select p.id
           from process p
          where p.state in ('Queued', 'Running')
            and (p.lease_until is null or p.lease_until < now())
            and p.type = any($1)
          order by (select count(*) from process r where r.user_id = p.user_id and r.state = 'Running' and r.lease_until > now()), p.queued_on, p.id
            for update skip locked
          limit 1
       ),
       taken as (
         update process p
            set state = 'Running',
                started_on = coalesce(p.started_on, now()),
                lease_until = ${lease},
                version = p.version + 1
           from next
          where p.id = next.id
         returning p.*
       )
       select t.id,
              t.user_id as "userId",
              u.user_name as "userName",
              t.type,
              t.input,
              t.visit as "requestInfo",
              t.done,
              t.total,
              t.version,
              t.stop_asked as "stopAsked"
         from taken t
         join portal_user u on u.id = t.user_id`,
      [types],
    )
  ).at(0)

export type LockedProcess = { readonly id: string; readonly version: number }

/** Nothing comes back when somebody else has taken it meanwhile, or it has ended. */
export const renew = async (db: Db, { id, version }: LockedProcess, at?: { done: number; total: number | undefined }) =>
  (
    await db.query<{ stopAsked: boolean }>(
      `update process
          set lease_until = ${lease},
              done = coalesce($3, done),
              total = coalesce($4, total)
        where id = $1
          and version = $2
          and state = 'Running'
       returning stop_asked as "stopAsked"`,
      [id, version, at?.done ?? null, at?.total ?? null],
    )
  ).at(0)

export const recordStep = async (tx: Tx, held: LockedProcess, { done, total, errors = [], warnings = [] }: Step) => {
  const renewed = await renew(tx, held, { done, total })
  if (renewed && errors.length > 0) await insertIssues(tx, held.id, 'error', errors)
  if (renewed && warnings.length > 0) await insertIssues(tx, held.id, 'warning', warnings)
  return renewed
}

const insertIssues = (tx: Tx, id: string, severity: 'error' | 'warning', rows: readonly ImportIssue[]) =>
  tx.query(
    `insert into process_issue (process_id, severity, row, reason, issues)
     select $1, $2, i.row, i.reason, i.issues
       from unnest($3::int[], $4::text[], $5::jsonb[]) as i (row, reason, issues)`,
    [
      id,
      severity,
      rows.map(({ row }) => row),
      rows.map(({ reason }) => reason),
      rows.map(({ issues = [] }) => JSON.stringify(issues)),
    ],
  )

/** Somebody else may take it at once. */
export const release = (db: Db, { id, version }: LockedProcess) =>
  db.query(`update process set lease_until = now() where id = $1 and version = $2 and state = 'Running'`, [id, version])

/** `version` is left out where the user stops what nobody has begun. */
export const end = async (
  tx: Tx,
  input: { id: string; version?: number; state: 'Done' | 'Failed'; error: string | undefined; now: Date },
) =>
  (
    await tx.query<{ done: number; total: number | null }>(
      `update process
          set state = $3,
              error = $4,
              ended_on = $5,
              lease_until = null
        where id = $1
          and ((version = $2 and state = 'Running') or ($2::int is null and state = 'Queued'))
       returning done, total`,
      [input.id, input.version ?? null, input.state, input.error ?? null, input.now],
    )
  ).at(0)

const mostIssues = 5_000

/** They live on in the notification. */
export const takeIssues = async (tx: Tx, id: string) => {
  const rows = await tx.query<ImportIssue & { severity: 'error' | 'warning' }>(
    `with taken as (delete from process_issue where process_id = $1 returning severity, row, reason, issues)
     select severity, row, reason, issues
       from taken
      order by row, reason
      limit ${mostIssues}`,
    [id],
  )
  const of = (wanted: 'error' | 'warning') =>
    rows.filter(({ severity }) => severity === wanted).map(({ row, reason, issues }) => ({ row, reason, issues }))
  return { errors: of('error'), warnings: of('warning') }
}

/** One's own that has not ended; held until the transaction ends. */
export const lockActive = async (tx: Tx, input: { id: string; userId: string }) =>
  (
    await tx.query<{ type: ProcessType; state: 'Queued' | 'Running'; requestInfo: ProcessOrigin }>(
      `select type, state, visit as "requestInfo" from process where id = $1 and user_id = $2 and state in ('Queued', 'Running') for update`,
      [input.id, input.userId],
    )
  ).at(0)

export const askToStop = (tx: Tx, id: string) => tx.query(`update process set stop_asked = true where id = $1`, [id])

/** What ended long ago explains nothing any more. */
export const purgeEnded = (db: Db) => db.query(`delete from process where ended_on < now() - interval '30 days'`)
