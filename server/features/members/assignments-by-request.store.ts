// Members that approved requests write, of many requests by one statement each.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import { IdRow } from '#server/kernel/row.ts'
import { addRolesTo, type TenantIdentityKey } from './bulk-members.store.ts'
import { Identity, type OwnMember, ownMemberWith, ownMembers } from './members.store.ts'

export const tenantsAmong = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await tx.query(IdRow, `select id from tenant where id = any($1::uuid[])`, [ids])).map(({ id }) => id))

const IdentityRow = Identity.pick({ kind: true, everyone: true }).extend({ id: z.uuid() })
export type IdentityKind = Omit<z.output<typeof IdentityRow>, 'id'>

/** What stands behind each id: a user, a group, or nobody. */
export const identitiesAmong = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, IdentityKind>> => {
  const found = await tx.query(
    IdentityRow,
    `select id, 'User' as kind, false as everyone from portal_user where id = any($1::uuid[])
     union all
     select id, 'Group', coalesce(rule = 'everyone', false) from user_group where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(found.map(({ id, ...identity }) => [id, identity]))
}

export const placeOf = ({ tenantId, identityId }: TenantIdentityKey) => `${tenantId} ${identityId}`

const placesOf = (of: readonly TenantIdentityKey[]) => [
  of.map(({ tenantId }) => tenantId),
  of.map(({ identityId }) => identityId),
]

/**
 * By their places. Held as `lockMember` holds one, also where there is none yet, in one order for everybody: two who
 * take several do not wait for each other in a circle.
 */
export const lockMembers = async (
  tx: Tx,
  places: readonly TenantIdentityKey[],
): Promise<ReadonlyMap<string, OwnMember>> => {
  await tx.execute(
    `select pg_advisory_xact_lock(x.key)
       from (select hashtextextended(tenant_id::text || identity_id::text, 1) as key
               from unnest($1::uuid[], $2::uuid[]) as p (tenant_id, identity_id)
              order by 1
             offset 0) x`,
    placesOf(places),
  )
  const members = await ownMembers(
    tx,
    `${ownMemberWith()}
         join unnest($1::uuid[], $2::uuid[]) as p (tenant_id, identity_id) on p.tenant_id = m.tenant_id and p.identity_id = m.identity_id
        order by m.id
          for update of m`,
    placesOf(places),
  )
  return new Map(members.map((member) => [placeOf(member), member]))
}

export const membersById = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, OwnMember>> =>
  new Map(
    (await ownMembers(tx, `${ownMemberWith()} where m.id = any($1::uuid[])`, [ids])).map((member) => [
      member.id,
      member,
    ]),
  )

type RequestedMember = TenantIdentityKey & {
  readonly id: string
  readonly identityType: 'User' | 'Group'
  readonly isInheritable: boolean
  readonly roles: readonly string[]
  readonly requestId: string
}
type Authorship = { readonly by: string; readonly now: Date }

const insertMembers = (tx: Tx, members: readonly RequestedMember[], { by, now }: Authorship) =>
  tx.execute(
    `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable, created_on, created_by)
     select r.id, r.tenant_id, r.identity_type, r.identity_id, r.is_inheritable, $6, $7
       from unnest($3::uuid[], $1::uuid[], $4::text[], $2::uuid[], $5::boolean[]) as r (id, tenant_id, identity_type, identity_id, is_inheritable)`,
    [
      ...placesOf(members),
      members.map(({ id }) => id),
      members.map(({ identityType }) => identityType),
      members.map(({ isInheritable }) => isInheritable),
      now,
      by,
    ],
  )

/** Who turned it on or off, and when, is kept where it changes. */
const setInheritable = (tx: Tx, members: readonly RequestedMember[], { by, now }: Authorship) =>
  tx.execute(
    `update tenant_member m
        set is_inheritable = r.is_inheritable, inheritable_by = $3, inheritable_on = $4
       from unnest($1::uuid[], $2::boolean[]) as r (id, is_inheritable)
      where m.id = r.id
        and m.is_inheritable <> r.is_inheritable`,
    [members.map(({ id }) => id), members.map(({ isInheritable }) => isInheritable), by, now],
  )

type RoleOfMember = { readonly id: string; readonly roleId: string; readonly requestId: string }

const keepRoles = (tx: Tx, members: readonly RequestedMember[], roles: readonly RoleOfMember[]) =>
  tx.execute(
    `delete from role_assignment g
      where g.member_id = any($1::uuid[])
        and not exists (select 1 from unnest($2::uuid[], $3::uuid[]) as k (member_id, role_id) where k.member_id = g.member_id and k.role_id = g.role_id)`,
    [members.map(({ id }) => id), roles.map(({ id }) => id), roles.map(({ roleId }) => roleId)],
  )

const rolesOf = (members: readonly RequestedMember[]): RoleOfMember[] =>
  members.flatMap(({ id, roles, requestId }) => roles.map((roleId) => ({ id, roleId, requestId })))

/** Members that are new, and members that stand, with the roles that each has from now on. */
export const writeMembers = async (
  tx: Tx,
  { fresh, standing }: { readonly fresh: readonly RequestedMember[]; readonly standing: readonly RequestedMember[] },
  given: Authorship,
) => {
  if (fresh.length > 0) await insertMembers(tx, fresh, given)
  if (standing.length > 0) {
    await setInheritable(tx, standing, given)
    await keepRoles(tx, standing, rolesOf(standing))
  }
  await addRolesTo(tx, rolesOf([...fresh, ...standing]), given)
}
