-- Effective access (domain-model section 4): one definition, which tokens, hub, checker, screens and guards read.

-- A role may be given until a day. Whoever reads `tenant_member_role` sees what counts at this moment; the job that
-- clears up what is over, and nobody else, reads `given_role`.
alter table tenant_member_role rename to given_role;
alter table given_role add column ends_on timestamptz;
create index given_role_ends on given_role (ends_on) where ends_on is not null;
create view tenant_member_role as
  select member_id, role_id, granted_by, granted_on, request_id, ends_on
    from given_role
   where ends_on is null
      or ends_on > now();

-- Who turned the inheritance of a row on or off, and when: what "Why?" shows.
alter table tenant_member
  add column inheritable_by uuid,
  add column inheritable_on timestamptz;
-- The members of a tenant, the passing ones of its ancestors among them.
create index tenant_member_tenant on tenant_member (tenant_id) include (identity_id, is_inheritable);

-- A tenant (0), its parents up to the root (1, 2, …) and the global tenant as the last (4.1).
create function tenant_path(tenant uuid) returns table (tenant_id uuid, distance integer)
language sql stable parallel safe as $$
  with recursive path (id, parent_id, distance) as (
    select t.id, t.parent_id, 0
      from tenant t
     where t.id = tenant
    union all
    select t.id, t.parent_id, path.distance + 1
      from path
      join tenant t on t.id = path.parent_id
  )
  select id, distance
    from path
   where id <> '00000000-0000-0000-0000-000000000000'
  union all
  select '00000000-0000-0000-0000-000000000000'::uuid, case when tenant = '00000000-0000-0000-0000-000000000000' then 0 else count(*)::integer end
    from path
  having count(*) > 0
$$;

-- Eff(u, t), each role with every way in which it comes (4.2): the row that gives it, and the group it came through.
create function effective_grants(person uuid, tenant uuid)
returns table (role_id uuid, application_id integer, member_id uuid, tenant_id uuid, distance integer, via_group uuid)
language sql stable parallel safe as $$
  select mr.role_id, r.application_id, m.id, m.tenant_id, p.distance, i.via_group
    from portal_user u
   cross join lateral identities_of(u.id) i
    join tenant_path(tenant) p on true
    join tenant_member m on m.identity_id = i.identity_id and m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
    join tenant_member_role mr on mr.member_id = m.id
    join role r on r.id = mr.role_id
    join application a on a.id = r.application_id and a.enabled
   where u.id = person
     and not u.draft
     and not u.locked_by_administrator
$$;
