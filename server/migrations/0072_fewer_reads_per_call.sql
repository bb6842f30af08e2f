-- What is asked with every call, with fewer reads: nobody is looked up again who stands in the statement already, and
-- what somebody acts as and which tenants are above another one comes from an index alone.
drop index group_member_user;
create index group_member_user on group_member (user_id, group_id);
create index tenant_id_parent on tenant (id, parent_id);

-- Of somebody who is neither a draft nor locked, and their area: what they act as, as `identities_of`.
create function identities_of(person uuid, area uuid)
returns table (identity_id uuid, via_group uuid)
language sql stable parallel safe as $$
  select person, null::uuid
  union all
  select gm.group_id, gm.group_id
    from group_member gm
   where gm.user_id = person
  union all
  select g.id, g.id
    from user_group g
   where g.rule = 'everyone'
      or (g.rule = 'area' and g.area_id = area)
$$;

-- The same as to what they may do in the portal itself, anywhere, by names.
create function portal_roles_of(person uuid, area uuid)
returns table (role_name text)
language sql stable parallel safe as $$
  select r.name
    from identities_of(person, area) i
    join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
    join portal_role_assignment g on g.member_id = m.id
    join current_role_assignment mr on mr.member_id = g.member_id and mr.role_id = g.role_id
    join role r on r.id = g.role_id
    join application a on a.id = r.application_id and a.enabled
$$;

-- The same as to what a token of one application says (domain-model 4.2), in no order, and some of it more than once.
-- Nobody, a null, has nothing. The function of two arguments stays for instances of the release before.
create function access_for_token(person uuid, area uuid, application text)
returns table (roles text[], scopes text[], groups text[])
language sql stable parallel safe as $$
  with own_identities as materialized (
    select i.identity_id, i.via_group
      from identities_of(person, area) i
     where person is not null
  ),
  assigned as materialized (
    select r.id, r.name
      from own_identities i
      join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
      join current_role_assignment mr on mr.member_id = m.id
      join role r on r.id = mr.role_id
      join application a on a.id = r.application_id
     where a.enabled
       and (a.name = application or (application = 'identity' and a.name = 'identity.global'))
     -- Once: somebody may have it at thousands of tenants.
     group by r.id
  )
  select array(select name from assigned),
         array(select scope
                 from role_scope
                where role_id = any (array(select id from assigned))
               union all
               select sp.scope
                 from scoped_permission sp
                where sp.user_id = person
                  and sp.application_id = (select a.id from application a where a.name = application)),
         array(select g.name::text
                 from own_identities i
                 join user_group g on g.id = i.via_group)
$$;

-- The memberships by which somebody has a role at a tenant: those that `effective_roles` finds for it.
create function effective_role_memberships(person uuid, tenant uuid, role uuid)
returns table (member_id uuid)
language sql stable parallel safe as $$
  with recursive path (id, parent_id) as (
    select t.id, t.parent_id from tenant t where t.id = tenant
    union all
    select t.id, t.parent_id from path join tenant t on t.id = path.parent_id
  )
  select m.id
    from tenant_member m
    join current_role_assignment mr on mr.member_id = m.id and mr.role_id = role
    join role r on r.id = mr.role_id
    join application a on a.id = r.application_id and a.enabled
   where m.tenant_id = any (array(
           select p.id from path p
           union all
           select '00000000-0000-0000-0000-000000000000'::uuid from path p where p.parent_id is null))
     and m.identity_id = any (array(
           select i.identity_id
             from portal_user u
            cross join lateral identities_of(u.id, u.area_id) i
            where u.id = person
              and not u.draft
              and not u.locked_by_administrator))
     and m.identity_type <> 'Unknown'
     and (m.is_inheritable or m.tenant_id = tenant)
$$;
