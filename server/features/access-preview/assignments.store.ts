// Role assignments, as a change of access is measured by them.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import { unseenIfFew } from '#server/kernel/gathered-calls.ts'
import { idsOf, IdRow } from '#server/kernel/row.ts'
import { arrayOf } from './id-lists.store.ts'

/** A role assignment to a user or a group: at one tenant, or at it and all below. */
export const RoleAssignment = z.object({
  identityId: z.uuid(),
  roleId: z.uuid(),
  tenantId: z.uuid(),
  passes: z.boolean(),
})
export type RoleAssignment = z.output<typeof RoleAssignment>

/** Gathered once, and no key of an index: for every row that would put all of them in order again. */
const roleIn = (roles: string) => `(mr.role_id in (select r.id
                                  from role r
                                  join application app on app.id = r.application_id and app.enabled
                                 where r.id = any(${roles}))) is true`

type AssignmentFilter = {
  readonly roles: readonly string[]
  readonly identities: readonly string[]
  /** Only there. */
  readonly at?: readonly string[] | undefined
}

/** Assignments of one of these roles to some identities. */
export const givingOf = (tx: Tx, { roles, identities, at }: AssignmentFilter) => {
  const array = unseenIfFew(identities)
  return tx.query(
    RoleAssignment,
    `select m.identity_id as "identityId",
            mr.role_id as "roleId",
            m.tenant_id as "tenantId",
            m.is_inheritable as passes
       from (select distinct unnest(${array('$1::uuid[]')})) asked (id)
       join tenant_member m
         on m.identity_id = asked.id
            and m.identity_type <> 'Unknown'
            ${at ? `and m.tenant_id in (select unnest(${array('$3::uuid[]')}))` : ''}
       join current_role_assignment mr on mr.member_id = m.id and ${roleIn(array('$2::uuid[]'))}`,
    [identities, roles, ...(at ? [at] : [])],
  )
}

type PlaceFilter = {
  readonly roles: readonly string[]
  readonly tenants: readonly string[]
  readonly people: readonly string[]
}

/**
 * Assignments of one of these roles at some tenants, to groups and to these people: most members of many tenants are
 * others. Tenant by tenant and member by member, by their indexes (`offset 0`): PostgreSQL would read all that there
 * are for a thousand tenants.
 */
export const givingAt = (tx: Tx, { roles, tenants, people }: PlaceFilter) =>
  tx.query(
    RoleAssignment,
    `select m.identity_id as "identityId",
            mr.role_id as "roleId",
            m.tenant_id as "tenantId",
            m.is_inheritable as passes
       from (select distinct unnest($1::uuid[])) asked (id)
      cross join lateral (select id, identity_id, tenant_id, is_inheritable
                            from tenant_member
                           where tenant_id = asked.id
                             and identity_type <> 'Unknown'
                             and (identity_type = 'Group' or (identity_id in (select unnest($3::uuid[]))) is true)
                          offset 0) m
      cross join lateral (select mr.role_id
                            from current_role_assignment mr
                           where mr.member_id = m.id
                             and ${roleIn('$2::uuid[]')} offset 0) mr`,
    [arrayOf(tenants), roles, arrayOf(people)],
  )

const AssignmentRow = z.object({ identityId: z.uuid(), roleId: z.uuid().nullable() })

/** Identities with memberships at some tenants, all of them or passing ones, and the roles of those memberships. */
export const assignmentsAt = async (
  tx: Tx,
  { tenants, onlyPassing }: { tenants: readonly string[]; onlyPassing: boolean },
) =>
  tx.query(
    AssignmentRow,
    `select m.identity_id as "identityId", mr.role_id as "roleId"
       from tenant_member m
       left join current_role_assignment mr on mr.member_id = m.id
      where m.tenant_id = any($1::uuid[])
        and m.identity_type <> 'Unknown'
        and (m.is_inheritable or not $2)
        and not exists (select 1 from user_group g where g.id = m.identity_id and g.rule = 'everyone')`,
    [tenants, onlyPassing],
  )

const IdentityIdRow = z.object({ identityId: z.uuid() })

export const identityOfMember = async (tx: Tx, memberId: string) =>
  (await tx.query(IdentityIdRow, `select identity_id as "identityId" from tenant_member where id = $1`, [memberId]))[0]
    ?.identityId

const RoleIdRow = z.object({ roleId: z.uuid() })

export const rolesOfIdentity = async (tx: Tx, identityId: string) =>
  (
    await tx.query(
      RoleIdRow,
      `select distinct mr.role_id as "roleId"
         from tenant_member m
         join current_role_assignment mr on mr.member_id = m.id
        where m.identity_id = $1`,
      [identityId],
    )
  ).map(({ roleId }) => roleId)

/** All that somebody has in any way: own memberships, and those of every group. */
export const rolesOfPerson = async (tx: Tx, userId: string) =>
  idsOf(
    await tx.query(
      IdRow,
      `select distinct mr.role_id as id
         from identities_of($1) i
         join tenant_member m on m.identity_id = i.identity_id
         join current_role_assignment mr on mr.member_id = m.id`,
      [userId],
    ),
  )

/** The users and groups to whom any of these roles was given. */
export const holdersOf = async (tx: Tx, roles: readonly string[]) =>
  idsOf(
    await tx.query(
      IdRow,
      `select distinct m.identity_id as id
         from current_role_assignment mr
         join tenant_member m on m.id = mr.member_id and m.identity_type <> 'Unknown'
        where mr.role_id = any($1::uuid[])`,
      [roles],
    ),
  )

export const rolesOfApplication = async (tx: Tx, applicationId: number) =>
  idsOf(await tx.query(IdRow, `select id from role where application_id = $1`, [applicationId]))

/** Users and groups with any role of an ordinary application at a tenant, there or from above. */
export const holdersAt = async (tx: Tx, tenantId: string) =>
  idsOf(
    await tx.query(
      IdRow,
      `select distinct m.identity_id as id
         from tenant_path($1) p
         join tenant_member m on m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
         join current_role_assignment mr on mr.member_id = m.id
         join role r on r.id = mr.role_id
         join application a on a.id = r.application_id and a.enabled and a.name <> 'identity.global'`,
      [tenantId],
    ),
  )

const PlaceRow = z.object({ tenantId: z.uuid(), passes: z.boolean() })
export type Place = z.output<typeof PlaceRow>

export const GivenRow = PlaceRow.extend({ roles: z.array(z.uuid()) })
export type GivenRow = z.output<typeof GivenRow>

/** Where `$1`, a user or a group, was given roles itself, and which: those of applications that are switched on. */
export const givenRows = `select m.tenant_id as "tenantId",
            bool_or(m.is_inheritable) as passes,
            array_agg(distinct mr.role_id) as roles
       from tenant_member m
       join current_role_assignment mr on mr.member_id = m.id
       join role r on r.id = mr.role_id
       join application a on a.id = r.application_id and a.enabled
      where m.identity_id = $1
        and m.identity_type <> 'Unknown'
      group by m.tenant_id`

export const givenTo = (tx: Tx, identityId: string) => tx.query(GivenRow, givenRows, [identityId])

/** Where memberships give any of these roles; those of some identities, or anybody's. */
export const placesOf = (
  tx: Tx,
  { roles, identities }: { roles: readonly string[]; identities?: readonly string[] | undefined },
) =>
  tx.query(
    PlaceRow,
    `select m.tenant_id as "tenantId",
            bool_or(m.is_inheritable) as passes
       from tenant_member m
       join current_role_assignment mr on mr.member_id = m.id and mr.role_id = any($1::uuid[])
      where ${identities ? 'm.identity_id = any($2::uuid[])' : '$2::uuid[] is null'}
      group by m.tenant_id`,
    [roles, identities ?? null],
  )
