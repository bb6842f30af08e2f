-- Applications as administrators keep them: one refusal for a taken name, roles told apart without regard to case,
-- disclaimers, and who holds a role.

alter table application drop constraint application_name_taken;
alter index application_name_any_case rename to application_taken;
create index application_name on application (name);

alter table role drop constraint role_name_taken;
create unique index role_name_taken on role (application_id, lower(name));
alter table role_scope rename constraint role_scope_pkey to role_scope_taken;

alter table application
  -- { "en": "…", "pt-br": "…" } (A-170)
  add column disclaimer jsonb not null default '{}',
  -- Whoever accepted an earlier one is asked again.
  add column disclaimer_version integer not null default 1;

-- The people who hold any of some roles, by rows of their own or of their groups, at any tenant (domain-model 4.2).
create function role_holders(roles uuid[]) returns table (user_id uuid)
language sql stable parallel safe as $$
  with given as (
    select distinct m.identity_id
      from tenant_member_role mr
      join tenant_member m on m.id = mr.member_id
     where mr.role_id = any(roles)
       and m.identity_type <> 'Unknown'
  )
  select u.id from given join portal_user u on u.id = given.identity_id
  union
  select gm.user_id from given join group_member gm on gm.group_id = given.identity_id
  union
  select u.id
    from given
    join user_group g on g.id = given.identity_id and g.rule = 'area'
    join portal_user u on u.area_id = g.area_id and not u.draft
  union
  select u.id
    from portal_user u
   where not u.draft
     and exists (select 1 from given join user_group g on g.id = given.identity_id and g.rule = 'everyone')
$$;
