// How it stood at a moment: today's rows, with what the audit log says was changed since taken back. The parts are
// named as the tables whose place they take, so that what reads now reads then.
import { existedThen } from './deleted-as-of.store.ts'

const zero = '00000000-0000-0000-0000-000000000000'

/** Where a tenant stood: before its first move since, or where it stands. */
const parentThen = (
  tenant: string,
  time: string,
) => `(select case when moved.id is null then now_there.parent_id else (moved.before ->> 'parentId')::uuid end
               from (select ${tenant} as id) asked
               left join tenant now_there on now_there.id = asked.id
               left join lateral (select f.id, f.before from audit_event f where f.subject = asked.id::text and f.type = 'tenant.moved' and f.at > ${time} order by f.id limit 1) moved on true)`

/**
 * `path`: a tenant and all that was above it, the global one as the last; nothing of one that did not exist.
 */
const pathThen = (tenant: string, time: string) => `line (id, distance) as (
       select ${tenant}, 0
        where ${existedThen('tenant', { id: tenant, time })}
       union all
       select ${parentThen('line.id', time)}, line.distance + 1
         from line
        where line.id is not null
          and line.id <> '${zero}'
          and line.distance < 1000
     ),
     path as materialized (
       select coalesce(id, '${zero}') as tenant_id, distance from line
     )`

/**
 * Which rows: at the tenants of `path`, or of the identities of `identity_then`; of audit events and of what stands.
 */
const scopes = {
  path: { events: `f.tenant_id in (select tenant_id from path)`, rows: `m.tenant_id in (select tenant_id from path)` },
  // Said twice: the index is one of what is like that.
  identities: {
    events: `f.type like 'member.%' and coalesce(f.after, f.before) ->> 'identityId' in (select identity_id::text from identity_then)`,
    rows: `m.identity_id in (select identity_id from identity_then)`,
  },
}

/** `rows_then`: rows that changed since as they were before it, and the others as they are. */
const rowsThen = (time: string, { events, rows }: (typeof scopes)[keyof typeof scopes]) => `since as materialized (
       select distinct on (f.tenant_id, coalesce(f.after, f.before) ->> 'identityId')
              f.tenant_id,
              (coalesce(f.after, f.before) ->> 'identityId')::uuid as identity_id,
              f.before
         from audit_event f
        where ${events}
          and f.type in ('member.added', 'member.changed', 'member.removed')
          and f.at > ${time}
        order by f.tenant_id, coalesce(f.after, f.before) ->> 'identityId', f.id
     ),
     rows_then as materialized (
       select (s.before ->> 'id')::uuid as id, s.identity_id, s.before ->> 'identityType' as identity_type, s.tenant_id, (s.before ->> 'isInheritable')::boolean as is_inheritable,
              (s.before -> 'roles') || coalesce(s.before -> 'over', '[]') as roles
         from since s
        where s.before is not null
          and s.before <> 'null'::jsonb
       union all
       select m.id, m.identity_id, m.identity_type, m.tenant_id, m.is_inheritable,
              (select jsonb_agg(jsonb_build_object('roleId', g.role_id, 'endsOn', g.ends_on)) from public.role_assignment g where g.member_id = m.id and g.granted_on <= ${time})
         from public.tenant_member m
        where ${rows}
          and m.created_on <= ${time}
          and not exists (select 1 from since s where s.tenant_id = m.tenant_id and s.identity_id = m.identity_id)
     )`

/** `tenant_member` and `current_role_assignment` of those rows. */
const membersThen = (time: string, scope: keyof typeof scopes) => `${rowsThen(time, scopes[scope])},
     tenant_member as (
       select id, identity_id, identity_type, tenant_id, is_inheritable, null::timestamptz as modified_on from rows_then
     ),
     current_role_assignment as (
       select r.id as member_id, (g ->> 'roleId')::uuid as role_id, (g ->> 'endsOn')::timestamptz as ends_on
         from rows_then r
        cross join lateral jsonb_array_elements(coalesce(r.roles, '[]')) g
        where g ->> 'endsOn' is null
           or (g ->> 'endsOn')::timestamptz > ${time}
     )`

/** `path`, `tenant_member` and `current_role_assignment` of a tenant and all above it; after `thingsThen`. */
export const worldThen = (tenant: string, time: string) => `${pathThen(tenant, time)},
     ${membersThen(time, 'path')}`

/** The same two of a person and their groups, at all tenants; after `identitiesThen`. */
export const membersOfIdentitiesThen = (time: string) => membersThen(time, 'identities')
