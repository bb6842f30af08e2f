// Who runs a process: it is claimed by one instance, which renews its lease, and again by another where that one died.
import { z } from 'zod'
import { ProcessType } from '#contract/notifications.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import type { Step } from '#server/kernel/process.ts'
import { insertIssues } from './issues.store.ts'
import { ProcessOrigin } from './processes.store.ts'

/** Anyone who runs a process renews this every few seconds; where that fails, somebody else goes on. */
const lease = `now() + interval '10 seconds'`

export const ClaimedProcess = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  type: ProcessType,
  input: z.unknown(),
  requestInfo: ProcessOrigin,
  done: z.number(),
  total: z.number().nullable(),
  version: z.number(),
  stopAsked: z.boolean(),
})
export type ClaimedProcess = z.output<typeof ClaimedProcess>

/** Whose process it is, as they stand now. */
export const Owner = z.object({
  userName: z.string(),
  /** Neither locked nor a draft. */
  mayAct: z.boolean(),
  roles: z.array(z.string()),
})
export type Owner = z.output<typeof Owner>

export const ownerNow = async (db: Db, userId: string) =>
  (
    await db.query(
      Owner,
      `select u.user_name as "userName",
              not u.draft and not u.locked_by_administrator as "mayAct",
              array(select role_name from portal_roles_of(u.id)) as roles
         from portal_user u
        where u.id = $1`,
      [userId],
    )
  ).at(0)

/**
 * The next one of these types that nobody runs: queued, or left by a runner that died. Anyone who has fewer running
 * ones goes first.
 */
export const claim = async (db: Db, types: readonly string[]): Promise<ClaimedProcess | undefined> =>
  (
    await db.query(
      ClaimedProcess,
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
              t.request_info as "requestInfo",
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

const RenewedRow = z.object({ stopAsked: z.boolean() })

/** Nothing comes back when somebody else has taken it meanwhile, or it has ended. */
export const renew = async (db: Db, { id, version }: LockedProcess, at?: { done: number; total: number | undefined }) =>
  (
    await db.query(
      RenewedRow,
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

export const recordStep = async (tx: Tx, claimed: LockedProcess, { done, total, errors = [], warnings = [] }: Step) => {
  const renewed = await renew(tx, claimed, { done, total })
  if (renewed && errors.length > 0) await insertIssues(tx, claimed.id, 'error', errors)
  if (renewed && warnings.length > 0) await insertIssues(tx, claimed.id, 'warning', warnings)
  return renewed
}

const CameToRow = z.object({ done: z.number(), faulty: z.number() })

/** How much is done, and how much of it has errors. */
export const cameTo = async (db: Db, id: string) =>
  (
    await db.query(
      CameToRow,
      `select p.done,
              (select count(distinct i.row) from process_issue i where i.process_id = p.id and i.severity = 'error') as faulty
         from process p
        where p.id = $1`,
      [id],
    )
  ).at(0)

/** Somebody else may take it at once. */
export const release = (db: Db, { id, version }: LockedProcess) =>
  db.execute(`update process set lease_until = now() where id = $1 and version = $2 and state = 'Running'`, [
    id,
    version,
  ])
