// The only writer of audit_seal and audit_sealing; and the entries as they are chained.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'
import { beginning, ChainedEntry, type SealLine } from './chain.ts'

/** Found by those that would seal at the same time, on any instance. */
const lock = 7_262_043

const LockRow = z.object({ had: z.boolean() })

/** Until the end of the transaction; false where somebody else has it. */
export const takeSealingLock = async (tx: Tx) =>
  (await tx.query(LockRow, `select pg_try_advisory_xact_lock(${lock}) as had`)).at(0)?.had === true

const SealingRow = z.object({ upTo: z.number().nullable(), settled: z.boolean(), digestsFrom: z.date().nullable() })

/**
 * Which ids are waited for, and whether no transaction that may have taken one of them is running any more. In another
 * cluster, after a restore, transactions have other numbers: nothing runs there that was begun here.
 */
export const sealingState = async (db: Db) =>
  (
    await db.query(
      SealingRow,
      `select up_to as "upTo",
              coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= before_xid
                       or pg_snapshot_xmax(pg_current_snapshot()) <= before_xid, false) as settled,
              case when isfinite(digests_from) then digests_from end as "digestsFrom"
         from audit_sealing`,
    )
  ).at(0)

const LastIdRow = z.object({ id: z.number().nullable() })

/** The last id that was taken, committed or not. */
export const lastTakenId = async (db: Db) =>
  (
    await db.query(
      LastIdRow,
      `select pg_sequence_last_value(pg_get_serial_sequence('audit_event', 'id')::regclass) as id`,
    )
  ).at(0)?.id ?? 0

/** This transaction gets its number after `lastTakenId` was read: whoever had taken an id has a lower one. */
export const waitFor = (tx: Tx, upTo: number) =>
  tx.execute(`update audit_sealing set up_to = $1, before_xid = pg_current_xact_id()`, [upTo])

export const waitNoMore = (tx: Tx) => tx.execute(`update audit_sealing set up_to = null, before_xid = null`)

export const SealRow = z.object({
  number: z.number(),
  upTo: z.number(),
  entries: z.number(),
  ids: z.array(z.number()).nullable(),
  hashes: z.instanceof(Buffer).nullable(),
  digests: z.boolean(),
  hash: z.instanceof(Buffer),
  sealedOn: z.date(),
})
export type SealRow = Readonly<z.output<typeof SealRow>>

const sealColumns = `s.number, s.up_to as "upTo", s.entries, s.ids, s.hashes, s.digests, s.hash, s.sealed_on as "sealedOn"`

const LastSealRow = SealRow.pick({ number: true, upTo: true, hash: true })
const none: z.output<typeof LastSealRow> = { number: 0, upTo: 0, hash: beginning }

/** What the next one goes on from. */
export const lastSeal = async (db: Db) =>
  (
    await db.query(
      LastSealRow,
      `select s.number, s.up_to as "upTo", s.hash from audit_seal s order by s.number desc limit 1`,
    )
  ).at(0) ?? none

export const sealsAfter = (db: Db, number: number, most: number) =>
  db.query(SealRow, `select ${sealColumns} from audit_seal s where s.number > $1 order by s.number limit $2`, [
    number,
    most,
  ])

export type NewSeal = SealLine & {
  readonly ids: readonly number[]
  readonly hashes: Buffer
  readonly hash: Buffer
}

export const insertSeal = (tx: Tx, { number, upTo, entries, ids, hashes, digests, hash, sealedOn }: NewSeal) =>
  tx.execute(
    `insert into audit_seal (number, up_to, entries, ids, hashes, digests, hash, sealed_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [number, upTo, entries, ids, hashes, digests, hash, sealedOn],
  )

const entryColumns = `f.id,
       to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
       f.type,
       f.subject,
       f.actor_kind as "actorKind",
       f.actor_id::text as "actorId",
       f.actor_name as "actorName",
       f.impersonated_by::text as "impersonatedBy",
       f.ip,
       f.api_entry as "apiEntry",
       f.operation,
       f.tenant_id::text as "tenantId",
       f.before::text as before,
       f.after::text as after,
       encode(f.digest, 'hex') as digest`

type Span = { readonly above: number; readonly upTo: number; readonly most: number }

export const entriesBetween = (db: Db, { above, upTo, most }: Span) =>
  db.query(
    ChainedEntry,
    `select ${entryColumns} from audit_event f where f.id > $1 and f.id <= $2 order by f.id limit $3`,
    [above, upTo, most],
  )

const HeadRow = z.object({ seal: z.number(), lastEntry: z.number(), hash: z.string(), sealedOn: z.date() })

/** The last seal, of before a moment or of all. */
export const headBefore = async (db: Db, moment: Date | undefined) =>
  (
    await db.query(
      HeadRow,
      `select s.number as seal, s.up_to as "lastEntry", encode(s.hash, 'hex') as hash, s.sealed_on as "sealedOn"
         from audit_seal s
        where $1::timestamptz is null or s.sealed_on < $1
        order by s.number desc
        limit 1`,
      [moment ?? null],
    )
  ).at(0)

const SealHashRow = z.object({ seal: z.int(), hash: z.string() })

/** A seal that lost its entries with their month keeps its hash. */
export const hashesOfSeals = (db: Db, numbers: readonly number[]) =>
  db.query(
    SealHashRow,
    `select s.number as seal, encode(s.hash, 'hex') as hash from audit_seal s where s.number = any($1)`,
    [numbers],
  )

/** Written since the last seal. */
export const countUnsealed = async (db: Db) =>
  (
    await db.query(
      CountRow,
      `select count(*) as count from audit_event f where f.id > coalesce((select max(s.up_to) from audit_seal s), 0)`,
    )
  ).at(0)?.count ?? 0

const TakenRow = z.object({ taken: z.boolean() })

/** Whether there was an entry with this id, as its seal has it. */
export const wasTaken = async (db: Db, id: number) =>
  (
    await db.query(
      TakenRow,
      `select s.ids is null or $1 = any(s.ids) as taken from audit_seal s where s.up_to >= $1 order by s.up_to limit 1`,
      [id],
    )
  ).at(0)?.taken === true
