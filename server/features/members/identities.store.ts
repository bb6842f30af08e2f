// What goes with an identity, and what must never go: the last God and the last Administrator (domain-model section 3).
import { z } from 'zod'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { memberEvents } from './members.events.ts'
import { type OwnMember, membersOf } from './members.store.ts'

/** Roles of `identity.global` of which somebody must always be left. */
export const protectedRoles = ['God', 'Administrator'] as const
export const ProtectedRole = z.enum(protectedRoles)
export const isProtected = (role: string): role is (typeof protectedRoles)[number] =>
  (protectedRoles as readonly string[]).includes(role)
export type ProtectedRole = z.output<typeof ProtectedRole>

/**
 * Of `identity.global` everything but what everybody has (User): God is handed on by God, the others by an
 * Administrator.
 */
const neededFor = `case when r.name = 'God' then 'God' else 'Administrator' end as name`

const ProtectedRoleRow = z.object({ name: ProtectedRole })

/** Which roles somebody needs to hand on what a user or a group was given itself, at whatever tenant. */
export const protectedRolesOf = async (db: Db, identityId: string) =>
  (
    await db.query(
      ProtectedRoleRow,
      `select distinct ${neededFor}
         from tenant_member m
         -- A group may have been given hundreds of other roles.
         join portal_role_assignment g on g.member_id = m.id
         join current_role_assignment mr on mr.member_id = g.member_id and mr.role_id = g.role_id
         join role r on r.id = g.role_id and r.name <> 'User'
         join application a on a.id = r.application_id and a.name = 'identity.global'
        where m.identity_id = $1`,
      [identityId],
    )
  ).map(({ name }) => name)

const AreaRoleRow = ProtectedRoleRow.extend({ areaId: z.uuid() })

/** The same of the groups that take everybody of an area by themselves, by area; those without any are left out. */
export const protectedRolesOfAreas = async (db: Db, areaIds: Iterable<string>) =>
  Map.groupBy(
    await db.query(
      AreaRoleRow,
      `select distinct g.area_id as "areaId", ${neededFor}
         from user_group g
         join tenant_member m on m.identity_id = g.id and m.identity_type = 'Group'
         join current_role_assignment mr on mr.member_id = m.id
         join role r on r.id = mr.role_id and r.name <> 'User'
         join application a on a.id = r.application_id and a.name = 'identity.global'
        where g.area_id = any($1)
          and g.rule = 'area'`,
      [[...new Set(areaIds)]],
    ),
    ({ areaId }) => areaId,
  )

/** Those of them that somebody has at the global tenant, and whether an active user holds them by it. */
const protectedRolesOnPaper = `
  select r.name,
         bool_or(
           exists (select 1
                     from portal_user u
                    where u.id = m.identity_id
                      and not u.draft
                      and not u.locked_by_administrator)
           or exists (select 1
                        from group_membership g
                        join portal_user u on u.id = g.user_id
                       where g.group_id = m.identity_id
                         and not u.draft
                         and not u.locked_by_administrator)) as effective
    from role r
    join application a on a.id = r.application_id and a.name = 'identity.global'
    join current_role_assignment mr on mr.role_id = r.id
    join tenant_member m on m.id = mr.member_id and m.identity_type <> 'Unknown'
   where r.name = any($1)
     and m.tenant_id = '00000000-0000-0000-0000-000000000000'
   group by r.name`

/** One after the other, until the end of the transaction: two at once could each count on the other's. */
const oneByOne = (tx: Tx) => tx.execute(`select pg_advisory_xact_lock(hashtext('last administrator'))`)

const EffectiveRoleRow = z.object({ name: z.string(), effective: z.boolean() })

/**
 * Called after a change that touched somebody who was given God or Administrator: a lock, a draft, a group's members.
 * Refuses it where nobody active would hold a role that is still given on paper. Memberships go through
 * `removeIdentity`, which sees for itself that others are left.
 */
export const refuseIfLast = async (tx: Tx): Promise<void> => {
  await oneByOne(tx)
  const roles = await tx.query(EffectiveRoleRow, protectedRolesOnPaper, [protectedRoles])
  if (roles.some(({ effective }) => !effective)) throw new Refusal('last-administrator', 409)
}

/** The same for roles that went with a membership: they need not stand on paper any more. */
export const refuseUnlessLeft = async (tx: Tx, gone: readonly string[]) => {
  await oneByOne(tx)
  const roles = await tx.query(EffectiveRoleRow, protectedRolesOnPaper, [gone])
  const left = new Set(roles.filter(({ effective }) => effective).map(({ name }) => name))
  if (gone.some((name) => !left.has(name))) throw new Refusal('last-administrator', 409)
}

const RoleNameRow = z.object({ name: z.string() })

/**
 * Takes a user's or a group's memberships away at every tenant; refuses to take the last God or Administrator. Answers
 * what it took.
 */
export const removeIdentity = async (tx: Tx, identityId: string): Promise<readonly OwnMember[]> => {
  const members = await membersOf(tx, identityId)
  const gone = await tx.query(
    RoleNameRow,
    `select distinct r.name
       from tenant_member m
       join current_role_assignment mr on mr.member_id = m.id
       join role r on r.id = mr.role_id and r.name = any($2)
       join application a on a.id = r.application_id and a.name = 'identity.global'
      where m.identity_id = $1`,
    [identityId, protectedRoles],
  )
  await tx.execute(`delete from tenant_member where identity_id = $1`, [identityId])
  if (gone.length > 0)
    await refuseUnlessLeft(
      tx,
      gone.map(({ name }) => name),
    )
  return members
}

export const removalEvent = (member: OwnMember): AuditEvent =>
  memberEvents.removed({
    subject: member.id,
    tenantId: member.tenantId,
    before: member,
    operation: 'RemoveRolesInTenant',
  })

/** One entry of the audit log for each membership that went with its identity. */
export const removalEvents = (members: readonly OwnMember[]): AuditEvent[] => members.map(removalEvent)
