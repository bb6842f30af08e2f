-- Names that the glossary has (ARCHITECTURE.md): the assignments that count now are current_role_assignment (was the view
-- tenant_member_role), what a process knows of its call is request_info (was visit).
-- The old names stay for instances of the release before, which run on during a rolling restart: a view, a function and
-- a column; the release after this one drops them.
alter view tenant_member_role rename to current_role_assignment;
create view tenant_member_role as select * from current_role_assignment;

alter table role_assignment rename constraint tenant_member_role_member_id_fkey to role_assignment_member_id_fkey;
alter table role_assignment rename constraint tenant_member_role_role_id_fkey to role_assignment_role_id_fkey;
alter index operation_request_asked rename to operation_request_creator_status;

alter table process add column request_info jsonb;
update process set request_info = visit;
alter table process alter column request_info set not null;

-- Whichever of the two an instance writes, every instance reads.
create function process_request_info() returns trigger language plpgsql as $$
begin
  new.request_info := coalesce(new.request_info, new.visit);
  new.visit := new.request_info;
  return new;
end
$$;
create trigger process_request_info before insert on process for each row execute function process_request_info();

-- What follows reads the new names; none of it decides anything else than before.

-- Where one of the portal's roles is assigned to somebody, themselves or by a group.
alter function portal_role_given(uuid, text) rename to portal_role_assignments;
create or replace function portal_role_assignments(person uuid, role_named text)
returns table (tenant_id uuid, is_inheritable boolean)
language sql stable parallel safe as $$
  select m.tenant_id, m.is_inheritable
    from portal_user u
   cross join lateral identities_of(u.id) i
    join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
    join current_role_assignment mr on mr.member_id = m.id
    join role r on r.id = mr.role_id and r.name = role_named
    join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
   where u.id = person
     and not u.draft
     and not u.locked_by_administrator
$$;
create function portal_role_given(person uuid, role_named text)
returns table (tenant_id uuid, is_inheritable boolean)
language sql stable parallel safe as $$
  select a.tenant_id, a.is_inheritable from portal_role_assignments(person, role_named) a
$$;

-- At all tenants, at some, or at none.
create or replace function portal_role_reach(person uuid, role_named text)
returns text
language sql stable parallel safe as $$
  with assigned as materialized (select g.tenant_id, g.is_inheritable from portal_role_assignments(person, role_named) g)
  select case
           when not exists (select 1 from assigned) then 'none'
           when exists (select 1 from assigned g where g.tenant_id = '00000000-0000-0000-0000-000000000000') then 'all'
           when not exists (
                  select 1
                    from tenant t
                   where t.parent_id is null
                     and t.id <> '00000000-0000-0000-0000-000000000000'
                     and not exists (select 1 from assigned g where g.tenant_id = t.id and g.is_inheritable)) then 'all'
           else 'some'
         end
$$;

-- The tenants where somebody has one of the portal's roles, those below included.
create or replace function tenants_with_portal_role(person uuid, role_named text)
returns table (tenant_id uuid)
language sql stable parallel safe as $$
  with recursive assigned as (
    select m.tenant_id, m.is_inheritable
      from portal_user u
     cross join lateral identities_of(u.id) i
      join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
      join current_role_assignment mr on mr.member_id = m.id
      join role r on r.id = mr.role_id and r.name = role_named
      join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
     where u.id = person
       and not u.draft
       and not u.locked_by_administrator
  ),
  below (id) as (
    select g.tenant_id from assigned g where g.is_inheritable and g.tenant_id <> '00000000-0000-0000-0000-000000000000'
    union
    select t.id from below b join tenant t on t.parent_id = b.id
  )
  select id from below
  union
  select g.tenant_id from assigned g
  union
  select t.id from tenant t where exists (select 1 from assigned g where g.tenant_id = '00000000-0000-0000-0000-000000000000')
$$;

-- Who has one of the portal's roles at a tenant, there or from above (domain-model 4.2).
create or replace function portal_role_holders(tenant uuid, role_named text)
returns table (user_id uuid)
language sql stable parallel safe as $$
  with assigned as materialized (
    select distinct m.identity_id
      from tenant_path(tenant) p
      join portal_role_assignment g on g.tenant_id = p.tenant_id
      join current_role_assignment mr on mr.member_id = g.member_id and mr.role_id = g.role_id
      join tenant_member m on m.id = g.member_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
     where g.tenant_id = any (array(select x.tenant_id from tenant_path(tenant) x))
       and g.role_id = any (array(
             select r.id
               from role r
               join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
              where r.name = role_named))
  )
  select u.id
    from portal_user u
   where not u.draft
     and not u.locked_by_administrator
     and u.id = any (array(
       select h.identity_id from assigned h
       union
       select gm.user_id from assigned h join group_member gm on gm.group_id = h.identity_id
       union
       select x.id from assigned h join user_group g on g.id = h.identity_id and g.rule is not null join portal_user x on g.rule = 'everyone' or x.area_id = g.area_id
     ))
$$;

-- What a token of one application says (domain-model 4.2).
create or replace function access_for_token(person uuid, application text)
returns table (roles text[], scopes text[], groups text[])
language sql stable parallel safe as $$
  with own_identities as materialized (
    select i.identity_id, i.via_group
      from portal_user u
     cross join lateral identities_of(u.id) i
     where u.id = person
       and not u.draft
       and not u.locked_by_administrator
  ),
  assigned as (
    select distinct r.id, r.name
      from own_identities i
      join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
      join current_role_assignment mr on mr.member_id = m.id
      join role r on r.id = mr.role_id
      join application a on a.id = r.application_id
     where a.enabled
       and (a.name = application or (application = 'identity' and a.name = 'identity.global'))
  )
  select array(select distinct name from assigned order by name),
         array(select scope
                 from role_scope
                where role_id in (select id from assigned)
               union
               select sp.scope
                 from scoped_permission sp
                 join application a on a.id = sp.application_id
                where sp.user_id = person
                  and a.name = application
                order by 1),
         array(select g.name::text
                 from own_identities i
                 join user_group g on g.id = i.via_group
                order by 1)
$$;

-- Eff(u, t), each role with every way in which it comes (domain-model 4.2).
create or replace function effective_roles(person uuid, tenant uuid)
returns table (role_id uuid, application_id integer, member_id uuid, tenant_id uuid, distance integer, via_group uuid)
language sql stable parallel safe as $$
  with own_identities as materialized (
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
    join own_identities i on i.identity_id = m.identity_id
    join path p on p.tenant_id = m.tenant_id
    join current_role_assignment mr on mr.member_id = m.id
    join role r on r.id = mr.role_id
    join application a on a.id = r.application_id and a.enabled
   where m.identity_id = any (array(select x.identity_id from own_identities x))
     and m.tenant_id = any (array(select x.tenant_id from path x))
     and m.identity_type <> 'Unknown'
     and (p.distance = 0 or m.is_inheritable)
$$;

-- The people who have any of some roles, at any tenant.
create or replace function role_holders(roles uuid[])
returns table (user_id uuid)
language sql stable parallel safe as $$
  with assigned as (
    select distinct m.identity_id
      from current_role_assignment mr
      join tenant_member m on m.id = mr.member_id
     where mr.role_id = any(roles)
       and m.identity_type <> 'Unknown'
  )
  select u.id from assigned join portal_user u on u.id = assigned.identity_id
  union
  select gm.user_id from assigned join group_member gm on gm.group_id = assigned.identity_id
  union
  select u.id
    from assigned
    join user_group g on g.id = assigned.identity_id and g.rule = 'area'
    join portal_user u on u.area_id = g.area_id and not u.draft
  union
  select u.id
    from portal_user u
   where not u.draft
     and exists (select 1 from assigned join user_group g on g.id = assigned.identity_id and g.rule = 'everyone')
$$;

-- The roles that somebody has at any tenant.
create or replace function roles_anywhere(person uuid)
returns table (role_id uuid, application_id integer, role_name text, application_name text)
language sql stable parallel safe as $$
  select distinct r.id, r.application_id, r.name, a.name
    from portal_user u
    cross join lateral identities_of(u.id) i
    join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
    join current_role_assignment mr on mr.member_id = m.id
    join role r on r.id = mr.role_id
    join application a on a.id = r.application_id and a.enabled
   where u.id = person
     and not u.draft
     and not u.locked_by_administrator
$$;
