-- What somebody may do in the portal itself, anywhere, by names. Asked with every call: from the few assignments of the
-- portal's own roles, instead of all that the person has, compared with all roles of all applications.
create function portal_roles_of(person uuid)
returns table (role_name text)
language sql stable parallel safe as $$
  select r.name
    from portal_user u
   cross join lateral identities_of(u.id) i
    join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
    join portal_role_assignment g on g.member_id = m.id
    join current_role_assignment mr on mr.member_id = g.member_id and mr.role_id = g.role_id
    join role r on r.id = g.role_id
    join application a on a.id = r.application_id and a.enabled
   where u.id = person
     and not u.draft
     and not u.locked_by_administrator
$$;
