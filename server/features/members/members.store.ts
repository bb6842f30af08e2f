// The rows of members as they stand, and their changes.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { IdRow } from '#server/kernel/row.ts'

/** A row with its own roles, as the audit log keeps it: by ids, so that it can be undone and asked about later. */
export const StoredMember = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  identityType: z.string(),
  identityId: z.uuid(),
  isInheritable: z.boolean(),
  roles: z.array(z.object({ roleId: z.uuid(), role: z.string(), endsOn: z.string().optional() })).readonly(),
  /** Over, and not cleared up yet: it gives nothing, and "as of" a time before its end finds it here. */
  over: z
    .array(z.object({ roleId: z.uuid(), role: z.string(), endsOn: z.string() }))
    .readonly()
    .nullable(),
})

type StoredMember = z.output<typeof StoredMember>

type Over = NonNullable<StoredMember['over']>

export type OwnRow = Readonly<Omit<StoredMember, 'over'>> & { readonly over?: Over }

/** Nothing is over for most. */
export const ownRowOf = <Row extends StoredMember>({ over, ...row }: Row): Omit<Row, 'over'> & { over?: Over } => ({
  ...row,
  ...(over && { over }),
})

/** The columns of an own row, with one more after them. */
export const ownRowWith = (more?: string) => `select m.id,
              m.tenant_id as "tenantId",
              m.identity_type as "identityType",
              m.identity_id as "identityId",
              m.is_inheritable as "isInheritable",
              coalesce((select json_agg(json_strip_nulls(json_build_object('roleId', r.id, 'role', a.name || ': ' || r.name, 'endsOn', mr.ends_on)) order by a.name, r.name)
                          from current_role_assignment mr
                          join role r on r.id = mr.role_id
                          join application a on a.id = r.application_id
                         where mr.member_id = m.id), '[]') as roles,
              (select json_agg(json_build_object('roleId', r.id, 'role', a.name || ': ' || r.name, 'endsOn', g.ends_on) order by a.name, r.name)
                 from role_assignment g
                 join role r on r.id = g.role_id
                 join application a on a.id = r.application_id
                where g.member_id = m.id
                  and g.ends_on <= now()) as over${more ? `,\n              ${more}` : ''}
         from tenant_member m`

const ownRow = ownRowWith()

/** Rows by a text that begins with `ownRowWith`. */
export const ownRows = async (db: Db, text: string, values: readonly unknown[]): Promise<OwnRow[]> =>
  (await db.query(StoredMember, text, values)).map(ownRowOf)

/** All rows of an identity, wherever they stand. */
export const rowsOf = (db: Db, identityId: string) =>
  ownRows(db, `${ownRow} where m.identity_id = $1 order by m.tenant_id`, [identityId])

export const ownRowById = async (db: Db, { id, tenantId }: { id: string; tenantId: string }) =>
  (await ownRows(db, `${ownRow} where m.id = $1 and m.tenant_id = $2`, [id, tenantId])).at(0)

/**
 * The own row at a tenant, and those above that pass something down, nearest first; held until the transaction ends.
 */
export const rowsOnPath = async (tx: Tx, { tenantId, identityId }: { tenantId: string; identityId: string }) => {
  await tx.execute(
    `select id from tenant_member where identity_id = $1 and tenant_id in (select tenant_id from tenant_path($2)) order by id for update`,
    [identityId, tenantId],
  )
  return ownRows(
    tx,
    `select x.*
       from tenant_path($2) p
       join (${ownRow} where m.identity_id = $1) x on x."tenantId" = p.tenant_id
      where p.distance = 0
         or x."isInheritable"
      order by p.distance`,
    [identityId, tenantId],
  )
}

/**
 * Held until the transaction ends, also where there is none yet: of two who add the same, the second one adds to the
 * first.
 */
export const rowOf = async (tx: Tx, { tenantId, identityId }: { tenantId: string; identityId: string }) => {
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 1))`, [tenantId, identityId])
  return (
    await tx.query(IdRow, `select id from tenant_member where tenant_id = $1 and identity_id = $2 for update`, [
      tenantId,
      identityId,
    ])
  ).at(0)?.id
}

export const Identity = z.object({
  kind: z.enum(['User', 'Group']),
  everyone: z.boolean(),
  displayName: z.string(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  tenants: z.array(z.object({ id: z.uuid(), title: z.string() })),
})

export type Identity = z.output<typeof Identity>

/** What stands behind an id: a user, a group, or nobody. */
export const identityOf = async (db: Db, id: string) =>
  (
    await db.query(
      Identity,
      `select x.*,
              (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title) order by t.title, t.id), '[]')
                 from (select m.tenant_id from tenant_member m where m.identity_id = $1 limit 200) o
                 join tenant t on t.id = o.tenant_id) as tenants
         from (select 'User' as kind, false as everyone, ${displayNameOf('portal_user')} as "displayName", user_name::text as "userName", email::text
                 from portal_user
                where id = $1
                union all
               select 'Group', coalesce(rule = 'everyone', false), name::text, null, null
                 from user_group
                where id = $1) x`,
      [id],
    )
  ).at(0)

export const tenantExists = async (db: Db, id: string) =>
  (await db.execute(`select 1 as found from tenant where id = $1`, [id])) > 0

export const insertRow = (
  tx: Tx,
  row: {
    id: string
    tenantId: string
    identityType: string
    identityId: string
    isInheritable: boolean
    by: string | null
    now: Date
  },
) =>
  tx.execute(
    `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable, created_on, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.tenantId, row.identityType, row.identityId, row.isInheritable, row.now, row.by],
  )

/** Who turned it on or off, and when, is kept where it changes. */
export const setInheritable = (tx: Tx, row: { id: string; isInheritable: boolean; by: string | null; now: Date }) =>
  tx.execute(
    `update tenant_member set is_inheritable = $2, inheritable_by = $3, inheritable_on = $4 where id = $1 and is_inheritable <> $2`,
    [row.id, row.isInheritable, row.by, row.now],
  )

export const deleteRow = (tx: Tx, id: string) => tx.execute(`delete from tenant_member where id = $1`, [id])
