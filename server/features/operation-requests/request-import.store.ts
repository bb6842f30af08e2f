// What an import of requests reads of a tenant, and many requests in one statement.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { IdRow, idsOf } from '#server/kernel/row.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { type RequestableRoles, roleKey, type StandingAccess } from './request-rows.ts'

const mayBeAsked = `r.operation_request_visibility
        and not r.by_hierarchy
        and a.name <> 'identity.global'`

const RoleRow = z.object({
  id: z.uuid(),
  role: z.string(),
  application: z.string(),
  named: z.string(),
  displayed: z.string(),
})

/** A name says more than an id, and an id more than a display name, which several applications may have. */
export const requestableRoles = async (db: Db): Promise<RequestableRoles> => {
  const roles = await db.query(
    RoleRow,
    `select r.id, r.name as role, a.id::text as application, a.name as named, a.display_name as displayed
       from role r
       join application a on a.id = r.application_id
      where ${mayBeAsked}
      order by a.id desc`,
  )
  const by = (application: (role: z.output<typeof RoleRow>) => string) =>
    roles.map((role) => [roleKey(application(role), role.role), role.id] as const)
  return new Map([
    ...by(({ displayed }) => displayed),
    ...by(({ application }) => application),
    ...by(({ named }) => named),
  ])
}

type Identities = { readonly tenantId: string; readonly identityIds: readonly string[] }

export const waitingAmong = async (db: Db, { tenantId, identityIds }: Identities): Promise<ReadonlySet<string>> =>
  new Set(
    idsOf(
      await db.query(
        IdRow,
        `select identity_id as id
           from operation_request
          where tenant_id = $1
            and identity_id = any($2::uuid[])
            and status = 'WaitingForApprover'`,
        [tenantId, identityIds],
      ),
    ),
  )

const StandingRow = z.object({ identityId: z.uuid(), isInheritable: z.boolean(), roles: z.array(z.uuid()) })

/** Of what they have there, that which could be asked for: the rest stays whatever a request says. */
export const standingOf = async (
  db: Db,
  { tenantId, identityIds }: Identities,
): Promise<ReadonlyMap<string, StandingAccess>> => {
  const rows = await db.query(
    StandingRow,
    `select m.identity_id as "identityId",
            m.is_inheritable as "isInheritable",
            array(select r.id
                    from current_role_assignment mr
                    join role r on r.id = mr.role_id
                    join application a on a.id = r.application_id
                   where mr.member_id = m.id
                     and ${mayBeAsked}) as roles
       from tenant_member m
      where m.tenant_id = $1
        and m.identity_id = any($2::uuid[])`,
    [tenantId, identityIds],
  )
  return new Map(rows.map(({ identityId, ...standing }) => [identityId, standing]))
}

export type ImportedRequest = StandingAccess & { readonly id: string; readonly identityId: string }

/**
 * Answers the ids that were inserted: a person for whom somebody asked in this very moment is left out. Each with the
 * first entry of its history.
 */
export const insertRequests = async (
  tx: Tx,
  requests: readonly ImportedRequest[],
  { tenantId, by, now }: { tenantId: string; by: string; now: Date },
): Promise<ReadonlySet<string>> => {
  const inserted = await tx.query(
    IdRow,
    `with asked as (
       select id, identity_id, is_inheritable, array(select jsonb_array_elements_text(roles)::uuid) as roles
         from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::boolean[]) as g (id, identity_id, roles, is_inheritable)),
     inserted as (
       insert into operation_request (id, identity_id, identity_type, identity_name, identity_email, tenant_id, request_type, status,
                                      requested_roles, requested_is_inheritable, created_by, created_by_display_name, created_on, modification_date)
       select asked.id, u.id, 'User', ${displayNameOf('u')}, u.email, $5, 'BulkInsert', 'WaitingForApprover',
              asked.roles, asked.is_inheritable, $6,
              coalesce((select ${displayNameOf('c')} from portal_user c where c.id = $6), ''), $7, $7
         from asked
         join portal_user u on u.id = asked.identity_id
       on conflict do nothing
       returning id)
     insert into operation_request_history (id, request_id, email, date, request_type, status)
     select gen_random_uuid(), inserted.id, coalesce((select email from portal_user where id = $6), 'system'), $7, 'BulkInsert', 'WaitingForApprover'
       from inserted
     returning request_id as id`,
    [
      requests.map(({ id }) => id),
      requests.map(({ identityId }) => identityId),
      requests.map(({ roles }) => JSON.stringify(roles)),
      requests.map(({ isInheritable }) => isInheritable),
      tenantId,
      by,
      now,
    ],
  )
  return new Set(idsOf(inserted))
}
