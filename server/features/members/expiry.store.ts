// Roles that are over, and those that will be soon.
import { z } from 'zod'
import { languages } from '#contract/kernel/language.ts'
import type { Db, Tx } from '#server/kernel/context.ts'

const AnyEndingRow = z.object({ over: z.boolean(), soon: z.boolean() })

export const anyEnding = async (db: Db, soon: Date) =>
  (
    await db.query(
      AnyEndingRow,
      `select exists (select 1 from role_assignment where ends_on <= now()) as over,
              exists (select 1 from role_assignment where ends_on <= $1 and ends_on > now() and warned_on is null) as soon`,
      [soon],
    )
  )[0] ?? { over: false, soon: false }

/** Invariant 3: the last God or Administrator that anybody holds has no end, whatever was wished. */
export const protectedEnding = (tx: Tx) =>
  tx.execute(
    `update role_assignment g
        set ends_on = null
       from role r
       join application a on a.id = r.application_id and a.name = 'identity.global'
      where g.role_id = r.id
        and r.name in ('God', 'Administrator')
        and g.ends_on <= now()
        and not exists (select 1
                          from current_role_assignment o
                          join tenant_member m on m.id = o.member_id and m.tenant_id = '00000000-0000-0000-0000-000000000000'
                         where o.role_id = r.id
                           and (exists (select 1 from portal_user u where u.id = m.identity_id and not u.draft and not u.locked_by_administrator)
                                or exists (select 1 from group_membership gm join portal_user u on u.id = gm.user_id where gm.group_id = m.identity_id and not u.draft and not u.locked_by_administrator)))`,
  )

const EndedRow = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  taken: z.array(z.object({ roleId: z.uuid(), role: z.string(), endsOn: z.string() })),
})

/** Members with roles that are over, each once; several instances take different ones. */
export const membersWithEnded = (tx: Tx, most: number) =>
  tx.query(
    EndedRow,
    `select m.id,
            m.tenant_id as "tenantId",
            (select json_agg(json_build_object('roleId', r.id, 'role', a.name || ': ' || r.name, 'endsOn', g.ends_on) order by a.name, r.name)
               from role_assignment g
               join role r on r.id = g.role_id
               join application a on a.id = r.application_id
              where g.member_id = m.id
                and g.ends_on <= now()) as taken
       from tenant_member m
      where m.id in (select g.member_id from role_assignment g where g.ends_on <= now())
      order by m.id
      limit $1
        for update of m skip locked`,
    [most],
  )

export const takeEnded = (tx: Tx, memberIds: readonly string[]) =>
  tx.execute(`delete from role_assignment where member_id = any($1::uuid[]) and ends_on <= now()`, [memberIds])

const SoonEnding = z.object({
  memberId: z.uuid(),
  roleId: z.uuid(),
  userId: z.uuid().nullable(),
  language: z.enum(languages),
  role: z.string(),
  application: z.string(),
  tenant: z.string(),
  endsOn: z.date(),
})
type SoonEnding = z.output<typeof SoonEnding>

export const soonEnding = (tx: Tx, { until, most }: { until: Date; most: number }) =>
  tx.query(
    SoonEnding,
    `select g.member_id as "memberId",
            g.role_id as "roleId",
            w.id as "userId",
            coalesce(w.language, 'en') as language,
            r.name as role,
            a.display_name as application,
            t.title as tenant,
            g.ends_on as "endsOn"
       from role_assignment g
       join tenant_member m on m.id = g.member_id
       join tenant t on t.id = m.tenant_id
       join role r on r.id = g.role_id
       join application a on a.id = r.application_id
       left join portal_user w on w.id = case when m.identity_type = 'User' then m.identity_id else g.granted_by end
      where g.ends_on > now()
        and g.ends_on <= $1
        and g.warned_on is null
      order by g.ends_on
      limit $2
        for update of g skip locked`,
    [until, most],
  )

export const markWarned = (tx: Tx, of: readonly SoonEnding[]) =>
  tx.execute(
    `update role_assignment g
        set warned_on = now()
       from unnest($1::uuid[], $2::uuid[]) as x (member_id, role_id)
      where g.member_id = x.member_id
        and g.role_id = x.role_id`,
    [of.map(({ memberId }) => memberId), of.map(({ roleId }) => roleId)],
  )
