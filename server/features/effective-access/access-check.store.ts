// What a user may do, as it stands in this moment, or stood at an earlier one.
import { z } from 'zod'
import { ApplicationPermissions, PermissionCheck } from '#contract/effective-access.ts'
import {
  countedThen,
  identitiesThen,
  wasDraft,
  wasLocked,
} from '#server/features/effective-access/accounts-as-of.store.ts'
import { membersOfIdentitiesThen, worldThen } from '#server/features/effective-access/as-of.store.ts'
import { thingsThen } from '#server/features/effective-access/deleted-as-of.store.ts'
import type { Db } from '#server/kernel/context.ts'
import { displayNameOf } from '#server/lists/people.ts'

const User = PermissionCheck.shape.user
type User = z.output<typeof User>

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By id, by user name, or by e-mail: a name that is somebody's address as well means whose name it is. */
export const userNamed = async (db: Db, x: string) =>
  (
    await db.query(
      User,
      `select u.id,
              u.user_name as "userName",
              ${displayNameOf('u')} as "displayName",
              u.email,
              u.locked_by_administrator as locked,
              u.draft
         from portal_user u
        where u.id = $1
           or name_key(u.user_name::text) = name_key($2)
           or name_key(u.email::text) = name_key($2)
        order by u.id = $1 desc nulls last, name_key(u.user_name::text) = name_key($2) desc
        limit 1`,
      [isId.test(x) ? x : null, x],
    )
  ).at(0)

const TenantRow = z.object({ id: z.uuid(), title: z.string() })

export const tenantNamed = async (db: Db, id: string) =>
  (await db.query(TenantRow, `select t.id, t.title from tenant t where t.id = $1`, [id])).at(0)

const UserStateRow = User.pick({ locked: true, draft: true })

/** What has changed since as it was, of a person that there was. */
export const userThen = async (db: Db, { user, asOf }: { user: User; asOf: string }) => {
  const [state] = await db.query(
    UserStateRow,
    `select ${wasLocked('u', '$2::timestamptz')} as locked,
            ${wasDraft('u', '$2::timestamptz')} as draft
       from portal_user u
      where u.id = $1`,
    [user.id, asOf],
  )
  return { ...user, ...state }
}

type AccessCheckQuery = {
  readonly userId: string
  readonly tenantId?: string | undefined
  readonly asOf?: string | undefined
}

const GroupRow = PermissionCheck.shape.groups.element

/** Those kept by rule among them. */
export const groupsOf = (db: Db, { userId, asOf }: AccessCheckQuery) =>
  db.query(
    GroupRow,
    `${
      asOf
        ? `with ${thingsThen('$2::timestamptz')},
     ${identitiesThen('$1::uuid', '$2::timestamptz')}`
        : ''
    }
     select g.id, g.name::text as name
       from ${asOf ? 'identity_then' : 'identities_of($1)'} i
       join user_group g on g.id = i.via_group
      order by g.name`,
    asOf ? [userId, asOf] : [userId],
  )

/**
 * The ways on which each role comes, own or through a group, and where they lead: anywhere every membership, at one
 * tenant what comes down to it.
 */
const anywhere = (identities: string) => `select mr.role_id, i.via_group, m.tenant_id
         from ${identities} i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
         join current_role_assignment mr on mr.member_id = m.id`

/**
 * Of anyone who has access at all: `roles_anywhere` decides that for disabled applications, drafts and locked people.
 */
const today = (atTenant: boolean) => ({
  world: '',
  ways: atTenant
    ? `select e.role_id, e.via_group, $2::uuid as tenant_id from effective_roles($1, $2) e`
    : anywhere('identities_of($1)'),
  roles: 'roles_anywhere($1)',
})

/** The same as of a time, from the audit log, as the members of a tenant have it. */
const then = (atTenant: boolean, time: string) => ({
  world: `${thingsThen(time)},
     ${identitiesThen('$1::uuid', time)},
     ${atTenant ? worldThen('$2::uuid', time) : membersOfIdentitiesThen(time)},
     `,
  ways: atTenant
    ? `select mr.role_id, i.via_group, $2::uuid as tenant_id
         from path p
         join tenant_member m on m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
         join identity_then i on i.identity_id = m.identity_id
         join current_role_assignment mr on mr.member_id = m.id`
    : anywhere('identity_then'),
  roles: `(select r.id as role_id, r.name as role_name, r.application_id
                     from portal_user u
                    cross join role r
                     join application a on a.id = r.application_id
                    where u.id = $1
                      and ${countedThen({ user: 'u', application: 'a' }, time)})`,
})

const permissionsSql = ({ world, ways, roles }: ReturnType<typeof today>) =>
  `with recursive ${world}way as (${ways})
   select a.id as "applicationId",
          a.name as "applicationName",
          a.display_name as "displayName",
          array_agg(held.name order by held.name) as roles,
          json_agg(json_build_object('id', held.role_id, 'name', held.name, 'direct', held.direct, 'viaGroups', held.groups, 'tenant', held.tenant) order by held.name) as "roleEntries"
     from (select w.role_id, h.application_id, h.role_name as name, bool_or(w.via_group is null) as direct,
                  coalesce(array_agg(distinct g.name::text) filter (where g.id is not null), '{}') as groups,
                  (array_agg(json_build_object('id', t.id, 'title', t.title) order by w.via_group is not null, t.title, t.id))[1] as tenant
             from way w
             join ${roles} h on h.role_id = w.role_id
             join tenant t on t.id = w.tenant_id
             left join user_group g on g.id = w.via_group
            group by w.role_id, h.application_id, h.role_name) held
     join application a on a.id = held.application_id
    group by a.id, a.name, a.display_name
    order by a.display_name, a.id`

export const permissionsOf = (db: Db, { userId, tenantId, asOf }: AccessCheckQuery) => {
  const first = tenantId === undefined ? [userId] : [userId, tenantId]
  const atTenant = tenantId !== undefined
  return asOf
    ? db.query(ApplicationPermissions, permissionsSql(then(atTenant, `$${first.length + 1}::timestamptz`)), [
        ...first,
        asOf,
      ])
    : db.query(ApplicationPermissions, permissionsSql(today(atTenant)), first)
}
