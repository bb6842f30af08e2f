// Many members in one statement: an import gives, leaving all tenants takes.
import { z } from 'zod'
import { globalTenant } from '#contract/tenants.ts'
import type { Tx } from '#server/kernel/context.ts'
import { type OwnMember, ownMemberOf, ownMemberWith, StoredMember } from './members.store.ts'

/** Roles of the whole portal stand apart: who may take them is decided by their names. */
const StoredBulkMember = StoredMember.extend({ portalRoles: z.array(z.string()) })
export type BulkMember = OwnMember & { readonly portalRoles: readonly string[] }

/** As the audit log keeps it. */
export const memberSnapshot = (member: BulkMember): OwnMember => {
  const { portalRoles: _, ...removed } = member
  return removed
}

const members = ownMemberWith(`array(select r.name
                      from current_role_assignment mr
                      join role r on r.id = mr.role_id
                      join application a on a.id = r.application_id and a.name = 'identity.global'
                     where mr.member_id = m.id
                     order by r.name) as "portalRoles"`)

const bulkMembers = async (tx: Tx, text: string, values: readonly unknown[]): Promise<BulkMember[]> =>
  (await tx.query(StoredBulkMember, text, values)).map(ownMemberOf)

/** At these tenants, or at all but the global one; held until the transaction ends. */
export const membersToLeave = (
  tx: Tx,
  { identityId, tenantIds }: { identityId: string; tenantIds: readonly string[] },
) =>
  bulkMembers(
    tx,
    `${members}
        where m.identity_id = $1
          and case when cardinality($2::uuid[]) = 0 then m.tenant_id <> '${globalTenant}' else m.tenant_id = any($2) end
        order by m.tenant_id
          for update of m`,
    [identityId, tenantIds],
  )

export const deleteMembers = (tx: Tx, ids: readonly string[]) =>
  tx.execute(`delete from tenant_member where id = any($1::uuid[])`, [ids])

export const TenantIdentityKey = z.object({ tenantId: z.uuid(), identityId: z.uuid() })
export type TenantIdentityKey = z.output<typeof TenantIdentityKey>

const places = (of: readonly TenantIdentityKey[]) => [
  of.map(({ tenantId }) => tenantId),
  of.map(({ identityId }) => identityId),
]

export const membersAt = (tx: Tx, of: readonly TenantIdentityKey[]) =>
  bulkMembers(
    tx,
    `${members}
         join unnest($1::uuid[], $2::uuid[]) as asked (tenant_id, identity_id) on asked.tenant_id = m.tenant_id and asked.identity_id = m.identity_id`,
    places(of),
  )

export type AddedMember = TenantIdentityKey & {
  readonly id: string
  readonly isInheritable: boolean
  readonly roleIds: readonly string[]
}
type AssignedBy = { readonly identityType: 'User' | 'Group'; readonly by: string | null; readonly now: Date }

const WrittenRow = TenantIdentityKey.extend({ id: z.uuid() })

/** Adds members, or roles to those that are there: as one member after the other would be added (domain-model 4.5). */
export const addMembers = async (tx: Tx, added: readonly AddedMember[], { identityType, by, now }: AssignedBy) => {
  const written = await tx.query(
    WrittenRow,
    `insert into tenant_member as m (id, tenant_id, identity_type, identity_id, is_inheritable, created_on, created_by)
     select g.id, g.tenant_id, $5, g.identity_id, g.is_inheritable, $6, $7
       from unnest($3::uuid[], $1::uuid[], $2::uuid[], $4::boolean[]) as g (id, tenant_id, identity_id, is_inheritable)
       join tenant t on t.id = g.tenant_id
      where case $5 when 'User' then exists (select 1 from portal_user u where u.id = g.identity_id)
                    else exists (select 1 from user_group u where u.id = g.identity_id) end
      order by g.tenant_id, g.identity_id
     on conflict (tenant_id, identity_id) do update
        set is_inheritable = excluded.is_inheritable,
            inheritable_by = case when m.is_inheritable = excluded.is_inheritable then m.inheritable_by else $7 end,
            inheritable_on = case when m.is_inheritable = excluded.is_inheritable then m.inheritable_on else $6 end
     returning m.id, m.tenant_id as "tenantId", m.identity_id as "identityId"`,
    [
      ...places(added),
      added.map(({ id }) => id),
      added.map(({ isInheritable }) => isInheritable),
      identityType,
      now,
      by,
    ],
  )
  const ids = new Map(written.map(({ id, tenantId, identityId }) => [`${tenantId} ${identityId}`, id]))
  const roles = added.flatMap(({ tenantId, identityId, roleIds }) => {
    const id = ids.get(`${tenantId} ${identityId}`)
    return id ? roleIds.map((roleId) => ({ id, roleId })) : []
  })
  await addRolesTo(tx, roles, { by, now })
}

/** What is over counts as not there; anyone who has a role already keeps its giver. */
export const addRolesTo = async (
  tx: Tx,
  roles: readonly { readonly id: string; readonly roleId: string; readonly requestId?: string }[],
  { by, now }: { readonly by: string | null; readonly now: Date },
) => {
  const pairs = [roles.map(({ id }) => id), roles.map(({ roleId }) => roleId)]
  await tx.execute(
    `delete from role_assignment g using unnest($1::uuid[], $2::uuid[]) as p (member_id, role_id) where g.member_id = p.member_id and g.role_id = p.role_id and g.ends_on <= now()`,
    pairs,
  )
  await tx.execute(
    `insert into role_assignment (member_id, role_id, granted_by, granted_on, request_id)
     select p.member_id, r.id, $3, $4, p.request_id
       from unnest($1::uuid[], $2::uuid[], $5::uuid[]) as p (member_id, role_id, request_id)
       join role r on r.id = p.role_id
     on conflict do nothing`,
    [...pairs, by, now, roles.map(({ requestId }) => requestId ?? null)],
  )
}
