// Members as they stand, and their changes.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { IdRow } from '#server/kernel/row.ts'

/** A member with its own roles, as the audit log keeps it: by ids, so that it can be undone and asked about later. */
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

type EndedRoles = NonNullable<StoredMember['over']>

export type OwnMember = Readonly<Omit<StoredMember, 'over'>> & { readonly over?: EndedRoles }

/** Nothing is over for most. */
export const ownMemberOf = <Row extends StoredMember>({
  over,
  ...member
}: Row): Omit<Row, 'over'> & { over?: EndedRoles } => ({
  ...member,
  ...(over && { over }),
})

/** The columns of an own member, with one more after them. */
export const ownMemberWith = (more?: string) => `select m.id,
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

const ownMember = ownMemberWith()

/** Members, by a text that begins with `ownMemberWith`. */
export const ownMembers = async (db: Db, text: string, values: readonly unknown[]): Promise<OwnMember[]> =>
  (await db.query(StoredMember, text, values)).map(ownMemberOf)

/** All memberships of an identity, wherever they are. */
export const membersOf = (db: Db, identityId: string) =>
  ownMembers(db, `${ownMember} where m.identity_id = $1 order by m.tenant_id`, [identityId])

export const ownMemberById = async (db: Db, { id, tenantId }: { id: string; tenantId: string }) =>
  (await ownMembers(db, `${ownMember} where m.id = $1 and m.tenant_id = $2`, [id, tenantId])).at(0)

/**
 * The membership at a tenant, and those above that pass something down, nearest first; held until the transaction ends.
 */
export const membersOnPath = async (tx: Tx, { tenantId, identityId }: { tenantId: string; identityId: string }) => {
  await tx.execute(
    `select id from tenant_member where identity_id = $1 and tenant_id in (select tenant_id from tenant_path($2)) order by id for update`,
    [identityId, tenantId],
  )
  return ownMembers(
    tx,
    `select x.*
       from tenant_path($2) p
       join (${ownMember} where m.identity_id = $1) x on x."tenantId" = p.tenant_id
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
export const lockMember = async (tx: Tx, { tenantId, identityId }: { tenantId: string; identityId: string }) => {
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

export const insertMember = (
  tx: Tx,
  member: {
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
    [member.id, member.tenantId, member.identityType, member.identityId, member.isInheritable, member.now, member.by],
  )

/** Who turned it on or off, and when, is kept where it changes. */
export const setInheritable = (tx: Tx, member: { id: string; isInheritable: boolean; by: string | null; now: Date }) =>
  tx.execute(
    `update tenant_member set is_inheritable = $2, inheritable_by = $3, inheritable_on = $4 where id = $1 and is_inheritable <> $2`,
    [member.id, member.isInheritable, member.by, member.now],
  )

export const deleteMember = (tx: Tx, id: string) => tx.execute(`delete from tenant_member where id = $1`, [id])
