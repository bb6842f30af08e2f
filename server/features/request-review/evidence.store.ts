// Whose request it is, and what they have today.
import { z } from 'zod'
import { Evidence, RoleToday } from '#contract/request-review.ts'
import type { Db } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'

const SubjectRow = Evidence.pick({ jobTitle: true, people: true, draft: true, requested: true, isInheritable: true })

/** What stands with the request and with its identity. */
export const subjectOf = async (db: Db, { id }: { id: string }) => {
  const [subject] = await db.query(
    SubjectRow,
    `select u.job_title as "jobTitle",
            case when g.id is null then null
                 when g.rule = 'everyone' then (select count(*) from portal_user x where not x.draft)
                 when g.rule = 'area' then (select count(*) from portal_user x where x.area_id = g.area_id and not x.draft)
                 else (select count(*) from group_member gm where gm.group_id = g.id) end as people,
            coalesce(u.draft, false) as draft,
            o.requested_is_inheritable as "isInheritable",
            (select coalesce(json_agg(json_build_object('roleId', r.id, 'roleName', r.name, 'applicationId', a.id, 'applicationTitle', a.display_name) order by a.display_name, r.name, r.id), '[]')
               from role r
               join application a on a.id = r.application_id
              where r.id = any(o.requested_roles)) as requested
       from operation_request o
       left join portal_user u on u.id = o.identity_id
       left join user_group g on g.id = o.identity_id
      where o.id = $1`,
    [id],
  )
  if (!subject) throw new Refusal('request-not-found', 404)
  return subject
}

/** The way of a person is `effective_roles`; a group has what its memberships on the path give it. */
const assignmentsOf = {
  User: `select e.role_id, e.tenant_id, e.distance, e.via_group from effective_roles($1, $2) e`,
  Group: `select mr.role_id, m.tenant_id, p.distance, null::uuid as via_group
            from tenant_path($2) p
            join tenant_member m on m.tenant_id = p.tenant_id and m.identity_id = $1 and (p.distance = 0 or m.is_inheritable)
            join current_role_assignment mr on mr.member_id = m.id`,
} as const

/**
 * Each role once, by its nearest way: the own membership before groups, the tenant itself before those above it. What
 * everybody has tells nothing.
 */
export const rolesToday = (
  db: Db,
  { identityId, identityType, tenantId }: { identityId: string; identityType: 'User' | 'Group'; tenantId: string },
) =>
  db.query(
    RoleToday,
    `select distinct on (a.display_name, r.name, r.id)
            r.id as "roleId",
            r.name as "roleName",
            a.id as "applicationId",
            a.display_name as "applicationTitle",
            t.id as "tenantId",
            t.title as "tenantName",
            h.distance > 0 as inherited,
            g.name as "viaGroup"
       from (${assignmentsOf[identityType]}) h
       join role r on r.id = h.role_id
       join application a on a.id = r.application_id and a.enabled
       join tenant t on t.id = h.tenant_id
       left join user_group g on g.id = h.via_group
      where g.rule is distinct from 'everyone'
      order by a.display_name, r.name, r.id, h.via_group is not null, h.distance`,
    [identityId, tenantId],
  )

const ChangeRow = z.object({ id: z.number() })

/** What applying it wrote: the entry of its membership, beside the one that says it was applied. */
export const changeMadeBy = async (
  db: Db,
  { id, tenantId, identityId }: { id: string; tenantId: string; identityId: string },
) =>
  (
    await db.query(
      ChangeRow,
      `select f.id
         from audit_event a
         join audit_event f on f.at = a.at
                           and f.id > a.id
                           and f.tenant_id = $2
                           and f.type like 'member.%'
                           and coalesce(f.after, f.before) ->> 'identityId' = $3
        where a.subject = $1
          and a.type = 'request.applied'
        order by f.id
        limit 1`,
      [id, tenantId, identityId],
    )
  ).at(0)?.id
