// Roles, applications, tenants and groups as of a moment: those that are there, and those that were deleted since.

const globalTenant = '00000000-0000-0000-0000-000000000000'

const standing = (kind: 'tenant' | 'group', { id, time }: { id: string; time: string }) =>
  kind === 'tenant'
    ? `(${id} = '${globalTenant}' or exists (select 1 from public.tenant x where x.id = ${id} and x.created_on <= ${time}))`
    : `exists (select 1 from public.user_group x where x.id = ${id} and x.created_on <= ${time})`

/** Whether a tenant or a group was there: the first time since that it came or went says what it was before. */
export const existedThen = (kind: 'tenant' | 'group', about: { id: string; time: string }) =>
  `coalesce((select f.type = '${kind}.removed'
                     from audit_event f
                    where f.subject = ${about.id}::text
                      and f.type in ('${kind}.created', '${kind}.removed', '${kind}.restored')
                      and f.at > ${about.time}
                    order by f.id
                    limit 1), ${standing(kind, about)})`

/** Each by its first deletion after that moment. */
const removedSince = (time: string) => `removed as materialized (
       select distinct on (f.type, f.subject) f.type, f.subject, f.before
         from audit_event f
        where f.type in ('role.removed', 'application.removed', 'tenant.removed', 'group.removed')
          and f.at > ${time}
        order by f.type, f.subject, f.at, f.id
     ),
     removed_role as materialized (
       select distinct on (id) id, name, application_id
         from (select (x.before ->> 'id')::uuid as id, x.before ->> 'name' as name, (x.before ->> 'applicationId')::integer as application_id from removed x where x.type = 'role.removed'
                union all
               select (r ->> 'id')::uuid, r ->> 'name', x.subject::integer from removed x cross join lateral jsonb_array_elements(coalesce(x.before -> 'roles', '[]')) r where x.type = 'application.removed') x
     )`

/**
 * Roles, applications, tenants and groups, with those that were deleted since as they were then. First in the
 * statement, in the names of the tables: what follows finds them there.
 */
export const thingsThen = (time: string) => `${removedSince(time)},
     role as not materialized (
       select r.id, r.name, r.application_id from public.role r
        union all
       select x.id, x.name, x.application_id from removed_role x where not exists (select 1 from public.role r where r.id = x.id)
     ),
     application as not materialized (
       select a.id, a.name, a.display_name, a.enabled from public.application a
        union all
       select x.subject::integer, x.before ->> 'name', x.before ->> 'displayName', (x.before ->> 'enabled')::boolean
         from removed x
        where x.type = 'application.removed'
          and not exists (select 1 from public.application a where a.id = x.subject::integer)
     ),
     tenant as not materialized (
       select t.id, t.title, t.parent_id from public.tenant t
        union all
       select x.subject::uuid, x.before ->> 'title', (x.before ->> 'parentId')::uuid
         from removed x
        where x.type = 'tenant.removed'
          and not exists (select 1 from public.tenant t where t.id = x.subject::uuid)
     ),
     user_group as not materialized (
       select g.id, g.name, g.rule, g.area_id from public.user_group g
        union all
       select x.subject::uuid, (x.before ->> 'name')::citext, null, (x.before ->> 'areaId')::uuid
         from removed x
        where x.type = 'group.removed'
          and not exists (select 1 from public.user_group g where g.id = x.subject::uuid)
     )`
