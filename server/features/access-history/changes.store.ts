// Changes of access as the audit log has them.
import { z } from 'zod'
import { eventColumns as columns, StoredEvent } from '#server/features/audit/audit.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { CountRow } from '#server/kernel/row.ts'

const EventIdRow = z.object({ id: z.number() })

/** Of a thing that is gone, the entry that says so. */
export const newestRemoval = async (db: Db, subject: string) =>
  (
    await db.query(
      EventIdRow,
      `select f.id from audit_event f where f.subject = $1 and f.type in ('tenant.removed', 'group.removed', 'role.removed') order by f.id desc limit 1`,
      [subject],
    )
  ).at(0)?.id

export const MemberEvent = StoredEvent.extend({ tenantName: z.string().nullable() })
export type MemberEvent = z.output<typeof MemberEvent>

const concerning = `f.type like 'member.%'
         and coalesce(f.after, f.before) ->> 'identityId' = $1
         and ($2::uuid is null or f.tenant_id = $2)`

export const memberEvents = async (
  db: Db,
  { identityId, tenantId, skip, take }: { identityId: string; tenantId: string | null; skip: number; take: number },
) => {
  const items = await db.query(
    MemberEvent,
    `select ${columns},
            t.title as "tenantName"
       from audit_event f
       left join tenant t on t.id = f.tenant_id
      where ${concerning}
      order by f.id desc
      limit $3 offset $4`,
    [identityId, tenantId, take, skip],
  )
  const [total] = await db.query(CountRow, `select count(*) as count from audit_event f where ${concerning}`, [
    identityId,
    tenantId,
  ])
  return { items, count: total?.count ?? 0 }
}

const RoleTitle = z.object({ id: z.uuid(), title: z.string() })

/** What roles are called now, by their ids: "Signature · Signer". */
export const roleTitles = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const roles = await db.query(
    RoleTitle,
    `select r.id, a.display_name || ' · ' || r.name as title
       from role r
       join application a on a.id = r.application_id
      where r.id = any($1)`,
    [ids],
  )
  return new Map(roles.map(({ id, title }) => [id, title]))
}

export const MoveEvent = StoredEvent.extend({
  fromId: z.uuid().nullable(),
  fromName: z.string(),
  toId: z.uuid().nullable(),
  toName: z.string(),
})
export type MoveEvent = z.output<typeof MoveEvent>

/** What a tenant is called, or was when it went. */
const titleOf = (id: string) =>
  `coalesce((select t.title from tenant t where t.id = ${id}), (select g.before ->> 'title' from audit_event g where g.tenant_id = ${id} and g.type = 'tenant.removed' order by g.id desc limit 1), '')`

export const moveEvents = async (
  db: Db,
  { tenantId, skip, take }: { tenantId: string; skip: number; take: number },
) => {
  const items = await db.query(
    MoveEvent,
    `select ${columns},
            p.from_id as "fromId",
            ${titleOf('p.from_id')} as "fromName",
            p.to_id as "toId",
            ${titleOf('p.to_id')} as "toName"
       from audit_event f
      cross join lateral (select (f.before ->> 'parentId')::uuid as from_id, (f.after ->> 'parentId')::uuid as to_id) p
      where f.tenant_id = $1
        and f.type = 'tenant.moved'
      order by f.id desc
      limit $2 offset $3`,
    [tenantId, take, skip],
  )
  const [total] = await db.query(
    CountRow,
    `select count(*) as count from audit_event f where f.tenant_id = $1 and f.type = 'tenant.moved'`,
    [tenantId],
  )
  return { items, count: total?.count ?? 0 }
}

const MemberRow = z.object({
  id: z.uuid(),
  isInheritable: z.boolean(),
  roles: z.array(z.object({ roleId: z.uuid(), endsOn: z.string().nullable() })),
})

export const memberStanding = async (db: Db, { tenantId, identityId }: { tenantId: string; identityId: string }) =>
  (
    await db.query(
      MemberRow,
      `select m.id,
              m.is_inheritable as "isInheritable",
              coalesce((select json_agg(json_build_object('roleId', mr.role_id, 'endsOn', mr.ends_on)) from current_role_assignment mr where mr.member_id = m.id), '[]') as roles
         from tenant_member m
        where m.tenant_id = $1
          and m.identity_id = $2`,
      [tenantId, identityId],
    )
  ).at(0)

const ParentStanding = z.object({
  parentId: z.uuid().nullable(),
  depthAbove: z.number(),
  below: z.boolean(),
  levels: z.number(),
})

/**
 * Where a tenant stands, and what there is of a place below another parent: its depth, and whether that stands below
 * it.
 */
export const placeThere = async (db: Db, { id, parentId }: { id: string; parentId: string | null }) =>
  (
    await db.query(
      ParentStanding,
      `with recursive below (id, level) as (
         select $1::uuid, 1
         union all
         select t.id, below.level + 1 from below join tenant t on t.parent_id = below.id where below.level < 1000)
       select s.parent_id as "parentId",
              (select greatest(count(*) - 1, 0) from tenant_path($2)) as "depthAbove",
              exists (select 1 from tenant_path($2) p where p.tenant_id = $1) as below,
              (select max(level) from below) as levels
         from tenant s
        where s.id = $1`,
      [id, parentId],
    )
  ).at(0)

export const MembershipStanding = z.object({
  group: z.boolean(),
  user: z.boolean(),
  permission: z.enum(['Reader', 'Owner']).nullable(),
})
export type MembershipStanding = z.output<typeof MembershipStanding>

export const membershipStanding = async (
  db: Db,
  { groupId, userId }: { groupId: string; userId: string },
): Promise<MembershipStanding> => {
  const [standing] = await db.query(
    MembershipStanding,
    `select exists (select 1 from user_group where id = $1) as group,
            exists (select 1 from portal_user where id = $2) as user,
            (select permission from group_member where group_id = $1 and user_id = $2) as permission`,
    [groupId, userId],
  )
  return standing ?? { group: false, user: false, permission: null }
}

const UndoRow = z.object({ at: z.date() })

/** When an entry was undone, if it was. An instance of the version before this one writes `fact`. */
export const undoneOn = async (db: Db, { id, subject }: Pick<StoredEvent, 'id' | 'subject'>) =>
  (
    await db.query(
      UndoRow,
      `select at from audit_event where subject = $1 and type = 'access.undone' and coalesce(after ->> 'eventId', after ->> 'fact')::bigint = $2 order by id limit 1`,
      [subject, id],
    )
  ).at(0)?.at
