-- What a token of one application says (domain-model 4.2): role names, scopes and groups. A plain table function, so
-- that PostgreSQL plans it together with the statement that reads the token. The portal's roles come from its two
-- applications (A-65).
create function access_for_token(person uuid, application text) returns table (roles text[], scopes text[], groups text[])
language sql stable parallel safe as $$
  with acting as materialized (
    select i.identity_id, i.via_group
      from portal_user u
     cross join lateral identities_of(u.id) i
     where u.id = person
       and not u.draft
       and not u.locked_by_administrator
  ),
  held as (
    select distinct r.id, r.name
      from acting i
      join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
      join tenant_member_role mr on mr.member_id = m.id
      join role r on r.id = mr.role_id
      join application a on a.id = r.application_id
     where a.enabled
       and (a.name = application or (application = 'identity' and a.name = 'identity.global'))
  )
  select array(select distinct name from held order by name),
         array(select scope
                 from role_scope
                where role_id in (select id from held)
               union
               select sp.scope
                 from scoped_permission sp
                 join application a on a.id = sp.application_id
                where sp.user_id = person
                  and a.name = application
                order by 1),
         array(select g.name::text
                 from acting i
                 join user_group g on g.id = i.via_group
                order by 1)
$$;
