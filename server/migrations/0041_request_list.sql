-- The lists of requests at a hundred thousand of them. A request has the names that it is shown, searched and ordered by
-- in its own row: they follow the people, groups and tenants by themselves, whoever renames them.
alter table operation_request add column tenant_name text not null default '';

create function request_names() returns trigger language plpgsql as $$
begin
  select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name::text), u.email::text
    into new.identity_name, new.identity_email
    from portal_user u where u.id = new.identity_id
   union all
  select g.name::text, null from user_group g where g.id = new.identity_id
   union all
  select new.identity_name, new.identity_email
   limit 1;
  new.tenant_name = coalesce((select t.title from tenant t where t.id = new.tenant_id), new.tenant_name);
  return new;
end $$;
create trigger operation_request_names before insert on operation_request for each row execute function request_names();

create function request_follows_user() returns trigger language plpgsql as $$
begin
  update operation_request
     set identity_name = coalesce(nullif(trim(new.first_name || ' ' || new.last_name), ''), new.user_name::text),
         identity_email = new.email::text
   where identity_id = new.id;
  return null;
end $$;
create trigger portal_user_requests after update of user_name, email, first_name, last_name on portal_user for each row
  when ((old.user_name::text, old.email::text, old.first_name, old.last_name) is distinct from (new.user_name::text, new.email::text, new.first_name, new.last_name))
  execute function request_follows_user();

create function request_follows_group() returns trigger language plpgsql as $$
begin
  update operation_request set identity_name = new.name::text where identity_id = new.id;
  return null;
end $$;
create trigger user_group_requests after update of name on user_group for each row
  when (old.name::text is distinct from new.name::text) execute function request_follows_group();

create function request_follows_tenant() returns trigger language plpgsql as $$
begin
  update operation_request set tenant_name = new.title where tenant_id = new.id;
  return null;
end $$;
create trigger tenant_requests after update of title on tenant for each row
  when (old.title is distinct from new.title) execute function request_follows_tenant();

update operation_request o
   set tenant_name = coalesce((select t.title from tenant t where t.id = o.tenant_id), o.tenant_title, ''),
       identity_name = coalesce((select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name::text) from portal_user u where u.id = o.identity_id),
                                (select g.name::text from user_group g where g.id = o.identity_id), o.identity_name),
       identity_email = coalesce((select u.email::text from portal_user u where u.id = o.identity_id), o.identity_email);

alter table operation_request
  add column search_text text generated always as (folded(identity_name || ' ' || coalesce(identity_email, '') || ' ' || tenant_name || ' ' || created_by_display_name)) stored;
create index operation_request_search on operation_request using gin (search_text gin_trgm_ops);

-- Every order of the list, both ways; who sees a request stands beside its place in the usual one.
drop index operation_request_modified;
drop index operation_request_waiting;
drop index operation_request_counts;
create index operation_request_newest on operation_request (modification_date, id) include (tenant_id, created_by, status, tenant_title);
create index operation_request_counts on operation_request (tenant_id, status, created_by) include (tenant_title);
create index operation_request_waiting on operation_request (modification_date, id) include (tenant_id, created_by, tenant_title) where status = 'WaitingForApprover';
create index operation_request_by_name on operation_request (identity_name, id);
create index operation_request_by_email on operation_request (identity_email, id);
create index operation_request_by_tenant on operation_request (tenant_name, id);
create index operation_request_by_creator on operation_request (created_by_display_name, id);
create index operation_request_by_status on operation_request (status, id);

-- Who was given one of the portal's own roles, by tenant: few among all roles that are given, and asked for by every list.
-- A member stays at its tenant, and a role with its application.
create table portal_role_assignment (
  member_id uuid not null,
  role_id uuid not null,
  tenant_id uuid not null,
  primary key (member_id, role_id),
  foreign key (member_id, role_id) references role_assignment (member_id, role_id) on delete cascade
);
create function portal_roles_came() returns trigger language plpgsql as $$
begin
  insert into portal_role_assignment (member_id, role_id, tenant_id)
  select c.member_id, c.role_id, m.tenant_id
    from came c
    join role r on r.id = c.role_id
    join application a on a.id = r.application_id and a.name in ('identity', 'identity.global')
    join tenant_member m on m.id = c.member_id;
  return null;
end $$;
create trigger role_assignment_of_portal after insert on role_assignment referencing new table as came for each statement execute function portal_roles_came();
insert into portal_role_assignment (member_id, role_id, tenant_id)
select g.member_id, g.role_id, m.tenant_id
  from role_assignment g
  join role r on r.id = g.role_id
  join application a on a.id = r.application_id and a.name in ('identity', 'identity.global')
  join tenant_member m on m.id = g.member_id;
create index portal_role_assignment_tenant on portal_role_assignment (tenant_id, role_id);

-- Where somebody was given one of the portal's roles, themselves or by a group.
create function portal_role_given(person uuid, role_named text) returns table (tenant_id uuid, is_inheritable boolean)
language sql stable parallel safe as $$
  select m.tenant_id, m.is_inheritable
    from portal_user u
   cross join lateral identities_of(u.id) i
    join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
    join tenant_member_role mr on mr.member_id = m.id
    join role r on r.id = mr.role_id and r.name = role_named
    join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
   where u.id = person
     and not u.draft
     and not u.locked_by_administrator
$$;

-- At all tenants, at some, or at none: who acts on every root acts everywhere, and no tree needs walking for them.
create function portal_role_reach(person uuid, role_named text) returns text
language sql stable parallel safe as $$
  with given as materialized (select g.tenant_id, g.is_inheritable from portal_role_given(person, role_named) g)
  select case
           when not exists (select 1 from given) then 'none'
           when exists (select 1 from given g where g.tenant_id = '00000000-0000-0000-0000-000000000000') then 'all'
           when not exists (
                  select 1
                    from tenant t
                   where t.parent_id is null
                     and t.id <> '00000000-0000-0000-0000-000000000000'
                     and not exists (select 1 from given g where g.tenant_id = t.id and g.is_inheritable)) then 'all'
           else 'some'
         end
$$;

-- As in 0019, from the tenants above straight to their few holders.
create or replace function portal_role_holders(tenant uuid, role_named text) returns table (user_id uuid)
language sql stable parallel safe as $$
  with held as materialized (
    select distinct m.identity_id
      from tenant_path(tenant) p
      join portal_role_assignment g on g.tenant_id = p.tenant_id
      join tenant_member_role mr on mr.member_id = g.member_id and mr.role_id = g.role_id
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
       select h.identity_id from held h
       union
       select gm.user_id from held h join group_member gm on gm.group_id = h.identity_id
       union
       select x.id from held h join user_group g on g.id = h.identity_id and g.rule is not null join portal_user x on g.rule = 'everyone' or x.area_id = g.area_id
     ))
$$;
