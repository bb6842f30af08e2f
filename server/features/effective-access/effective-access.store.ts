// Effective access (domain-model section 4): one definition in SQL, read by tokens, hub, checker and guards.
import { z } from 'zod'
import type { Db } from '#server/kernel/context.ts'

/**
 * Whether somebody was given one of these portal-wide roles, whatever state they are in: a locked Administrator is one
 * still.
 */
export const wasAssigned = async (db: Db, input: { userId: string; roleNames: readonly string[] }) =>
  (await db.execute(
    `select 1 as found
         from identities_of($1) i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
         join current_role_assignment mr on mr.member_id = m.id
         join role r on r.id = mr.role_id and r.name = any($2)
         join application a on a.id = r.application_id and a.name = 'identity.global'
        limit 1`,
    [input.userId, input.roleNames],
  )) > 0

const AssignedRoleRow = z.object({ userId: z.uuid(), name: z.string() })

/** The same for several at once, from the few who have such a role: who was given which of these roles. */
export const assignedAmong = (db: Db, input: { userIds: readonly string[]; roleNames: readonly string[] }) =>
  db.query(
    AssignedRoleRow,
    `with held as materialized (
       select m.identity_id, r.name
         from application a
         join role r on r.application_id = a.id and r.name = any($2)
         join portal_role_assignment g on g.role_id = r.id
         join current_role_assignment mr on mr.member_id = g.member_id and mr.role_id = g.role_id
         join tenant_member m on m.id = g.member_id and m.identity_type <> 'Unknown'
        where a.name = 'identity.global')
     select distinct person.id as "userId", held.name
       from unnest($1::uuid[]) as person (id)
      cross join lateral identities_of(person.id) i
       join held on held.identity_id = i.identity_id`,
    [input.userIds, input.roleNames],
  )

const RoleNameRow = z.object({ name: z.string() })

/** Which of these roles of the portal somebody holds at one tenant: there or from above, of their own or by a group. */
export const portalRolesAt = async (
  db: Db,
  { userId, tenantId, names }: { userId: string; tenantId: string; names: readonly string[] },
) =>
  (
    await db.query(
      RoleNameRow,
      `select distinct r.name
         from effective_roles($1, $2) e
         join role r on r.id = e.role_id and r.name = any($3)
         join application a on a.id = e.application_id and a.name in ('identity', 'identity.global')`,
      [userId, tenantId, names],
    )
  ).map(({ name }) => name)

export const TokenAccess = z.object({
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  groups: z.array(z.string()),
})
export type TokenAccess = z.output<typeof TokenAccess>

const { compare } = new Intl.Collator('en')
const inOrder = (names: string[]) => (names.length < 2 ? names : [...new Set(names)].sort(compare))

/**
 * As `access_for_token` answers, but in order and each once. Here, as PostgreSQL needs a sixth of the statement to put
 * a handful of names in order.
 */
export const accessInOrder = ({ roles, scopes, groups }: TokenAccess): TokenAccess => ({
  roles: inOrder(roles),
  scopes: inOrder(scopes),
  groups: inOrder(groups),
})

/** What a token of one application says (domain-model 4.2). The portal's roles come from its two applications. */
export const accessForToken = async (
  db: Db,
  input: { userId: string; applicationName: string },
): Promise<TokenAccess> => {
  const [access] = await db.query(
    TokenAccess,
    `select access.roles, access.scopes, access.groups
       from portal_user u
      cross join lateral access_for_token(u.id, u.area_id, $2) access
      where u.id = $1
        and not u.draft
        and not u.locked_by_administrator`,
    [input.userId, input.applicationName],
  )
  return accessInOrder(access ?? { roles: [], scopes: [], groups: [] })
}

const SecondFactorRow = z.object({ needed: z.boolean() })

export const needsSecondFactor = async (db: Db, userId: string) =>
  (await db.query(SecondFactorRow, `select needs_second_factor($1) as needed`, [userId])).at(0)?.needed ?? false

const AccessRow = z.object({ has: z.boolean() })

/** at least one effective role of an enabled application. */
export const hasAccessTo = async (db: Db, input: { userId: string; applicationName: string }) =>
  (
    await db.query(
      AccessRow,
      `select exists (select 1 from roles_anywhere($1) where application_name = $2 or ($2 = 'identity' and application_name = 'identity.global')) as has`,
      [input.userId, input.applicationName],
    )
  ).at(0)?.has ?? false
