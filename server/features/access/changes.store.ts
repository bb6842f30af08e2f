// Changes of access as the trail has them.
import type { Db } from '#server/kernel/context.ts'

export type ToldRow = { id: string; tenantId: string; identityType: 'User' | 'Group'; identityId: string; isInheritable: boolean; roles: { roleId: string; role: string; endsOn?: string }[] }
export type TrailRow = { id: number; at: Date; type: string; subject: string; by: string | null; byId: string | null; tenantId: string | null; before: unknown; after: unknown }

const columns = `f.id, f.at, f.type, f.subject, f.actor_name as "by", f.actor_id as "byId", f.tenant_id as "tenantId", f.before, f.after`

export const factById = async (db: Db, id: number) => (await db.query<TrailRow>(`select ${columns} from fact f where f.id = $1`, [id])).at(0)

/** Of a thing that is gone, the entry that says so. */
export const newestRemoval = async (db: Db, subject: string) =>
  (await db.query<{ id: number }>(`select f.id from fact f where f.subject = $1 and f.type in ('tenant.removed', 'group.removed', 'role.removed') order by f.id desc limit 1`, [subject])).at(0)?.id

export type MemberFact = Omit<TrailRow, 'before' | 'after'> & { tenantName: string | null; before: ToldRow | null; after: ToldRow | null; undoable: boolean }

const concerning = `f.type like 'member.%'
         and coalesce(f.after, f.before) ->> 'identityId' = $1
         and ($2::uuid is null or f.tenant_id = $2)`

/** The newest one of each row is the one that can be undone. */
export const memberFacts = async (db: Db, { identityId, tenantId, skip, take }: { identityId: string; tenantId: string | null; skip: number; take: number }) => {
  const items = await db.query<MemberFact>(
    `select ${columns},
            t.title as "tenantName",
            f.id = (select max(l.id) from fact l where l.type like 'member.%' and coalesce(l.after, l.before) ->> 'identityId' = $1 and l.tenant_id = f.tenant_id) as undoable
       from fact f
       left join tenant t on t.id = f.tenant_id
      where ${concerning}
      order by f.id desc
      limit $3 offset $4`,
    [identityId, tenantId, take, skip],
  )
  const [total] = await db.query<{ count: number }>(`select count(*) as count from fact f where ${concerning}`, [identityId, tenantId])
  return { items, count: total?.count ?? 0 }
}

export type MoveFact = { id: number; at: Date; by: string | null; byId: string | null; fromId: string | null; fromName: string; toId: string | null; toName: string; undoable: boolean }

/** What a tenant is called, or was when it went. */
const titleOf = (id: string) => `coalesce((select t.title from tenant t where t.id = ${id}), (select g.before ->> 'title' from fact g where g.tenant_id = ${id} and g.type = 'tenant.removed' order by g.id desc limit 1), '')`

export const moveFacts = async (db: Db, { tenantId, skip, take }: { tenantId: string; skip: number; take: number }) => {
  const items = await db.query<MoveFact>(
    `select f.id,
            f.at,
            f.actor_name as "by",
            f.actor_id as "byId",
            p.from_id as "fromId",
            ${titleOf('p.from_id')} as "fromName",
            p.to_id as "toId",
            ${titleOf('p.to_id')} as "toName",
            f.id = (select max(l.id) from fact l where l.tenant_id = $1 and l.type = 'tenant.moved')
              and exists (select 1 from tenant s where s.id = $1 and s.parent_id is not distinct from p.to_id)
              and (p.from_id is null or exists (select 1 from tenant o where o.id = p.from_id)) as undoable
       from fact f
      cross join lateral (select (f.before ->> 'parentId')::uuid as from_id, (f.after ->> 'parentId')::uuid as to_id) p
      where f.tenant_id = $1
        and f.type = 'tenant.moved'
      order by f.id desc
      limit $2 offset $3`,
    [tenantId, take, skip],
  )
  const [total] = await db.query<{ count: number }>(`select count(*) as count from fact f where f.tenant_id = $1 and f.type = 'tenant.moved'`, [tenantId])
  return { items, count: total?.count ?? 0 }
}

export type Later = { at: Date; type: string; by: string | null }

/** What came after a fact and concerns the same thing: a row of members, the place of a tenant, somebody in a group. */
export const laterThan = (db: Db, fact: TrailRow) =>
  db.query<Later>(
    `select l.at, l.type, l.actor_name as "by"
       from fact f
       join fact l on l.id > f.id
      where f.id = $1
        and case when f.type like 'member.%' then l.type like 'member.%' and l.tenant_id = f.tenant_id and coalesce(l.after, l.before) ->> 'identityId' = coalesce(f.after, f.before) ->> 'identityId'
                 when f.type = 'tenant.moved' then l.subject = f.subject and l.type in ('tenant.moved', 'tenant.removed')
                 else l.subject = f.subject and l.type like 'group-member.%' and coalesce(l.after, l.before) ->> 'userId' = coalesce(f.after, f.before) ->> 'userId' end
      order by l.id
      limit 5`,
    [fact.id],
  )

export const memberStanding = async (db: Db, { tenantId, identityId }: { tenantId: string; identityId: string }) =>
  (
    await db.query<{ id: string; isInheritable: boolean; roles: { roleId: string; endsOn: string | null }[] }>(
      `select m.id,
              m.is_inheritable as "isInheritable",
              coalesce((select json_agg(json_build_object('roleId', mr.role_id, 'endsOn', mr.ends_on)) from tenant_member_role mr where mr.member_id = m.id), '[]') as roles
         from tenant_member m
        where m.tenant_id = $1
          and m.identity_id = $2`,
      [tenantId, identityId],
    )
  ).at(0)

export const parentOf = async (db: Db, id: string) => (await db.query<{ parentId: string | null }>(`select parent_id as "parentId" from tenant where id = $1`, [id])).at(0)

export const permissionOf = async (db: Db, { groupId, userId }: { groupId: string; userId: string }) =>
  (await db.query<{ permission: 'Reader' | 'Owner' }>(`select permission from group_member where group_id = $1 and user_id = $2`, [groupId, userId]))[0]?.permission
