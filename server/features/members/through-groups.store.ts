// What a user has at a tenant through groups (4.2).
import { IdentityAtTenant } from '#contract/members.ts'
import type { Db } from '#server/kernel/context.ts'
import { worldThen } from '#server/features/effective-access/effective-access.public.ts'
import { countedThen, groupsThen } from '#server/features/effective-access/effective-access.public.ts'
import { thingsThen } from '#server/features/effective-access/effective-access.public.ts'

const throughGroups = (assignments: string) => `select r.id as "roleId",
            r.name as "roleName",
            a.id as "applicationId",
            a.name as "applicationName",
            'ByHierarchy' as "hierarchyType",
            json_build_object('tenantId', t.id, 'tenantName', t.title) as "inheritedFrom",
            json_build_object('id', g.id, 'name', g.name) as "viaGroup",
            null as "endsOn"
       from (${assignments}) e
       join role r on r.id = e.role_id
       join application a on a.id = r.application_id
       join tenant t on t.id = e.tenant_id
       join user_group g on g.id = e.via_group
      order by a.name, r.name, g.name`

const RoleRow = IdentityAtTenant.shape.roles.element

/**
 * What a user has at a tenant through groups: never removed there (A-86). It is effective access (4.2, 4.3), today and
 * at any moment: nothing of a disabled application, and nothing for a draft or somebody locked by an administrator.
 */
export const rolesThroughGroups = (
  db: Db,
  { tenantId, userId, asOf }: { tenantId: string; userId: string; asOf?: string | undefined },
) =>
  db.query(
    RoleRow,
    asOf
      ? `with recursive ${thingsThen('$3::timestamptz')},
     ${worldThen('$1::uuid', '$3::timestamptz')},
     ${groupsThen('$2::uuid', '$3::timestamptz')}
     ${throughGroups(`select distinct on (mr.role_id, b.group_id) mr.role_id, p.tenant_id, b.group_id as via_group
               from path p
               join tenant_member m on m.tenant_id = p.tenant_id and (p.distance = 0 or m.is_inheritable)
               join belonged b on b.group_id = m.identity_id
               join current_role_assignment mr on mr.member_id = m.id
               join role r on r.id = mr.role_id
               join application a on a.id = r.application_id
               join portal_user u on u.id = $2
              where ${countedThen({ user: 'u', application: 'a' }, '$3::timestamptz')}
              order by mr.role_id, b.group_id, p.distance`)}`
      : throughGroups(`select distinct on (e.role_id, e.via_group) e.role_id, e.tenant_id, e.via_group
               from effective_roles($2, $1) e
              where e.via_group is not null
              order by e.role_id, e.via_group, e.distance`),
    asOf ? [tenantId, userId, asOf] : [tenantId, userId],
  )
