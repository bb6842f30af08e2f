-- What a token of one application says (domain-model 4.2): role names, scopes and groups, as one JSON value, so that
-- it can be read beside the token itself. The portal's roles come from its two applications (A-65).
create function access_for_token(person uuid, application text) returns json
language sql stable parallel safe as $$
  with held as (
    select role_id, role_name
      from roles_anywhere(person)
     where application_name = application
        or (application = 'identity' and application_name = 'identity.global')
  )
  select json_build_object(
           'roles', array(select distinct role_name from held order by role_name),
           'scopes', array(select scope from role_scope where role_id in (select role_id from held)
                           union
                           select sp.scope
                             from scoped_permission sp
                             join application a on a.id = sp.application_id
                            where sp.user_id = person
                              and a.name = application
                           order by 1),
           'groups', array(select g.name::text
                             from identities_of(person) i
                             join user_group g on g.id = i.via_group
                            order by 1))
$$;
