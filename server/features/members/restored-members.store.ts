// Members that went with a tenant or a group, and come back as the audit log has them: with their ids, roles and ends.
import { z } from 'zod'
import type { UndoObstacle } from '#contract/access-history.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { memberEvents } from './members.events.ts'
import { type OwnMember, ownMembers, ownMemberWith } from './members.store.ts'

/**
 * All members at a tenant, for the audit log. Locked: they go with the tenant, by its foreign key, and PostgreSQL does
 * not see a conflict with somebody else who deletes one of them meanwhile.
 */
export const membersOfTenant = (tx: Tx, tenantId: string) =>
  ownMembers(tx, `${ownMemberWith()} where m.tenant_id = $1 order by m.id for update of m`, [tenantId])

const MissingRow = z.object({ what: z.enum(['tenant', 'identity', 'role']), name: z.string() })

/**
 * What members need besides the one thing that comes back with them, and what of it is no more. What it was called
 * last is in the audit log.
 */
export const goneFor = async (
  db: Db,
  members: readonly OwnMember[],
  but?: 'tenant' | 'identity',
): Promise<UndoObstacle[]> => {
  const identities = members
    .filter(({ identityType }) => identityType !== 'Unknown')
    .map(({ identityId }) => identityId)
  const roles = new Map(members.flatMap((member) => member.roles.map(({ roleId, role }) => [roleId, role] as const)))
  const gone = await db.query(
    MissingRow,
    `select 'identity' as what,
            coalesce((select coalesce(f.before ->> 'userName', f.before ->> 'name') from audit_event f where f.subject = i.id::text and f.type in ('user.removed', 'group.removed') order by f.id desc limit 1), i.id::text) as name
       from (select distinct unnest($1::uuid[])) i (id)
      where not exists (select 1 from portal_user u where u.id = i.id)
        and not exists (select 1 from user_group g where g.id = i.id)
      union all
     select 'tenant',
            coalesce((select f.before ->> 'title' from audit_event f where f.tenant_id = t.id and f.type = 'tenant.removed' order by f.id desc limit 1), t.id::text)
       from (select distinct unnest($2::uuid[])) t (id)
      where not exists (select 1 from tenant x where x.id = t.id)
      union all
     select 'role', r.name
       from unnest($3::uuid[], $4::text[]) r (id, name)
      where not exists (select 1 from role x where x.id = r.id)
      order by 1, 2`,
    [identities, members.map(({ tenantId }) => tenantId), [...roles.keys()], [...roles.values()]],
  )
  return gone.filter(({ what }) => what !== but).map(({ what, name }) => ({ code: `${what}-gone`, data: { name } }))
}

type AssignedBy = { readonly by: string | null; readonly now: Date }

/** What has ended meanwhile stays away. */
export const restoreMembers = async (tx: Tx, members: readonly OwnMember[], { by, now }: AssignedBy) => {
  await tx.execute(
    `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable, created_on, created_by)
     select r.id, r.tenant_id, r.identity_type, r.identity_id, r.is_inheritable, $6, $7
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[]) as r (id, tenant_id, identity_type, identity_id, is_inheritable)`,
    [
      members.map(({ id }) => id),
      members.map(({ tenantId }) => tenantId),
      members.map(({ identityType }) => identityType),
      members.map(({ identityId }) => identityId),
      members.map(({ isInheritable }) => isInheritable),
      now,
      by,
    ],
  )
  await restoreAssignments(
    tx,
    members.flatMap(({ id, roles }) =>
      roles.map(({ roleId, endsOn }) => ({ memberId: id, roleId, endsOn: endsOn ?? null })),
    ),
    { by, now },
  )
}

type RestoredAssignment = { readonly memberId: string; readonly roleId: string; readonly endsOn: string | null }

export const restoreAssignments = (tx: Tx, assignments: readonly RestoredAssignment[], { by, now }: AssignedBy) =>
  tx.execute(
    `insert into role_assignment (member_id, role_id, granted_by, granted_on, ends_on)
     select g.member_id, g.role_id, $4, $5, g.ends_on
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as g (member_id, role_id, ends_on)
      where g.ends_on is null
         or g.ends_on > $5
     on conflict do nothing`,
    [
      assignments.map(({ memberId }) => memberId),
      assignments.map(({ roleId }) => roleId),
      assignments.map(({ endsOn }) => endsOn),
      by,
      now,
    ],
  )

/** All members in which any of these roles stands, held until the transaction ends. */
export const membersWithRoles = (tx: Tx, roleIds: readonly string[]) =>
  ownMembers(
    tx,
    `${ownMemberWith()} where m.id in (select member_id from role_assignment where role_id = any($1::uuid[])) order by m.id for update of m`,
    [roleIds],
  )

/** One entry for each member whose roles went, or came back, with the role itself: "As of" reads them. */
export const roleEvents = (
  members: readonly OwnMember[],
  roleIds: readonly string[],
  what: 'went' | 'came',
): AuditEvent[] =>
  members.map((member) => {
    const without = { ...member, roles: member.roles.filter(({ roleId }) => !roleIds.includes(roleId)) }
    const about = { subject: member.id, tenantId: member.tenantId }
    return what === 'went'
      ? memberEvents.changed({ ...about, before: member, after: without, operation: 'RemoveRolesInTenant' })
      : memberEvents.changed({ ...about, before: without, after: member })
  })

const AssignmentRow = z.object({ memberId: z.uuid(), endsOn: z.date().nullable() })

/** The members in which a role stands, for the audit log. */
export const assignmentsOfRole = (db: Db, roleId: string) =>
  db.query(
    AssignmentRow,
    `select member_id as "memberId", ends_on as "endsOn" from current_role_assignment where role_id = $1 order by member_id`,
    [roleId],
  )

const GoneRow = z.object({ gone: z.number() })

/** How many of these members are no more. */
export const membersGone = async (db: Db, ids: readonly string[]) =>
  (
    await db.query(
      GoneRow,
      `select count(*) as gone from unnest($1::uuid[]) r (id) where not exists (select 1 from tenant_member m where m.id = r.id)`,
      [ids],
    )
  )[0]?.gone ?? 0
