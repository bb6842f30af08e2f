-- One decision in a moment, however many rows an identity has: only those of its person, of their groups and of the tenants
-- above are looked up, each by both columns of the index.

-- The few groups that fill themselves are found without reading all the others.
create index user_group_rule on user_group (rule, area_id) where rule is not null;

create or replace function effective_grants(person uuid, tenant uuid)
returns table (role_id uuid, application_id integer, member_id uuid, tenant_id uuid, distance integer, via_group uuid)
language sql stable parallel safe as $$
  with acting as materialized (
    select i.identity_id, i.via_group
      from portal_user u
     cross join lateral identities_of(u.id) i
     where u.id = person
       and not u.draft
       and not u.locked_by_administrator
  ),
  path as materialized (
    select p.tenant_id, p.distance
      from tenant_path(tenant) p
  )
  select mr.role_id, r.application_id, m.id, m.tenant_id, p.distance, i.via_group
    from tenant_member m
    join acting i on i.identity_id = m.identity_id
    join path p on p.tenant_id = m.tenant_id
    join tenant_member_role mr on mr.member_id = m.id
    join role r on r.id = mr.role_id
    join application a on a.id = r.application_id and a.enabled
   where m.identity_id = any (array(select x.identity_id from acting x))
     and m.tenant_id = any (array(select x.tenant_id from path x))
     and m.identity_type <> 'Unknown'
     and (p.distance = 0 or m.is_inheritable)
$$;
