// The roles of one member of a list, as SQL beside `m` and `counted` (member-list.store.ts).
import { globalTenant } from '#contract/tenants.ts'
import { isoTime } from '#server/lists/iso-time.ts'

/** By application and name, each once: own, from above with the nearest tenant that gives it, or both. */
export const rolesOfMember = ({ onlyOwn, onlyGlobal }: { onlyOwn: boolean; onlyGlobal: boolean }) => `
       (select coalesce(json_agg(json_build_object(
                 'roleId', r.id, 'roleName', r.name, 'applicationId', a.id, 'applicationName', a.name,
                 'hierarchyType', case when not held.own then 'ByHierarchy' when held.passing then 'Both' else 'Own' end,
                 'inheritedFrom', case when held.giver is null then null else json_build_object('tenantId', held.giver, 'tenantName', (select title from tenant where id = held.giver)) end,
                 'endsOn', ${isoTime('held.ends_on')}) order by a.name, r.name, r.id), '[]')
          from (select mr.role_id,
                       bool_or(c.distance = 0) as own,
                       bool_or(c.distance > 0) as passing,
                       (array_agg(c.tenant_id order by c.distance) filter (where c.distance > 0))[1] as giver,
                       min(mr.ends_on) filter (where c.distance = 0) as ends_on
                  from counted c
                  join current_role_assignment mr on mr.member_id = c.id
                 where c.identity_id = m.identity_id
                   ${onlyGlobal ? `and c.tenant_id = '${globalTenant}'` : ''}
                 group by mr.role_id) held
          join role r on r.id = held.role_id
          join application a on a.id = r.application_id
         ${onlyOwn ? 'where held.own' : ''})`
