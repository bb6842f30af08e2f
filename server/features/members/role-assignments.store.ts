// The roles of a member: what a role is, and how roles are given to a member and taken from it.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'

export const RoleAssignment = z.object({
  id: z.uuid(),
  name: z.string(),
  applicationId: z.number(),
  applicationName: z.string(),
  byHierarchy: z.boolean(),
  serviceManagerVisibility: z.boolean(),
  operationRequestVisibility: z.boolean(),
})

export type RoleAssignment = z.output<typeof RoleAssignment>

export const rolesById = (db: Db, ids: readonly string[]) =>
  db.query(
    RoleAssignment,
    `select r.id, r.name, a.id as "applicationId", a.name as "applicationName", r.by_hierarchy as "byHierarchy",
            r.service_manager_visibility as "serviceManagerVisibility", r.operation_request_visibility as "operationRequestVisibility"
       from role r
       join application a on a.id = r.application_id
      where r.id = any($1)`,
    [ids],
  )

type RoleAdditions = {
  readonly id: string
  readonly roles: readonly string[]
  readonly by: string | null
  readonly now: Date
}

/** Who gave each role and when stands with it; a role that is there already keeps its giver. */
export const addRoles = async (tx: Tx, { id, roles, by, now }: RoleAdditions) => {
  await tx.execute(
    `delete from role_assignment where member_id = $1 and role_id = any($2::uuid[]) and ends_on <= now()`,
    [id, roles],
  )
  await tx.execute(
    `insert into role_assignment (member_id, role_id, granted_by, granted_on)
     select $1, role_id, $3, $4
       from unnest($2::uuid[]) as role_id
     on conflict do nothing`,
    [id, roles, by, now],
  )
}

export type End = { readonly roleId: string; readonly endsOn: string }

/** Of these roles of a member; one that is not named has no end any more. */
export const setEnds = (tx: Tx, { id, roles, ends }: { id: string; roles: readonly string[]; ends: readonly End[] }) =>
  tx.execute(
    `update role_assignment g
        set ends_on = e.ends_on, warned_on = null
       from unnest($2::uuid[]) as x (role_id)
       left join (select * from unnest($3::uuid[], $4::timestamptz[]) as e (role_id, ends_on)) e on e.role_id = x.role_id
      where g.member_id = $1
        and g.role_id = x.role_id
        and g.ends_on is distinct from e.ends_on`,
    [id, roles, ends.map(({ roleId }) => roleId), ends.map(({ endsOn }) => endsOn)],
  )

export const keepRoles = (tx: Tx, { id, roles }: { id: string; roles: readonly string[] }) =>
  tx.execute(`delete from role_assignment where member_id = $1 and role_id <> all($2::uuid[])`, [id, roles])

export const takeRoles = (tx: Tx, { id, roles }: { id: string; roles: readonly string[] }) =>
  tx.execute(`delete from role_assignment where member_id = $1 and role_id = any($2::uuid[])`, [id, roles])
