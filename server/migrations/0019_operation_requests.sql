-- Requests for access: whose they are and where, also when that is gone; who decides them.
alter table operation_request
  add column identity_name text not null default '',
  add column identity_email text;
update operation_request o
   set identity_name = coalesce((select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name::text) from portal_user u where u.id = o.identity_id), (select g.name::text from user_group g where g.id = o.identity_id), ''),
       identity_email = (select u.email::text from portal_user u where u.id = o.identity_id);
alter table operation_request_history add column reason text;
create index operation_request_modified on operation_request (modification_date desc, id);
create index operation_request_creator on operation_request (created_by, modification_date desc);

-- Who has one of the portal's roles at a tenant, there or from above (4.2, read from the tenant's side).
create function portal_role_holders(tenant uuid, role_named text) returns table (user_id uuid)
language sql stable parallel safe as $$
  with held as (
    select distinct m.identity_id
      from tenant_path(tenant) p
      join tenant_member m on m.tenant_id = p.tenant_id and m.identity_type <> 'Unknown' and (p.distance = 0 or m.is_inheritable)
      join tenant_member_role mr on mr.member_id = m.id
      join role r on r.id = mr.role_id and r.name = role_named
      join application a on a.id = r.application_id and a.name in ('identity', 'identity.global') and a.enabled
  )
  select u.id
    from portal_user u
   where not u.draft
     and not u.locked_by_administrator
     and u.id in (
       select h.identity_id from held h
       union all
       select gm.user_id from held h join group_member gm on gm.group_id = h.identity_id
       union all
       select x.id from held h join user_group g on g.id = h.identity_id and g.rule is not null join portal_user x on g.rule = 'everyone' or x.area_id = g.area_id
     )
$$;

-- The tenants where somebody has one of the portal's roles, those below included.
create function tenants_with_portal_role(person uuid, role_named text) returns table (tenant_id uuid)
language sql stable parallel safe as $$
  with recursive given as (
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
  ),
  below (id) as (
    select g.tenant_id from given g where g.is_inheritable and g.tenant_id <> '00000000-0000-0000-0000-000000000000'
    union
    select t.id from below b join tenant t on t.parent_id = b.id
  )
  select id from below
  union
  select g.tenant_id from given g
  union
  select t.id from tenant t where exists (select 1 from given g where g.tenant_id = '00000000-0000-0000-0000-000000000000')
$$;
