-- Whether a local sign-in needs a second factor, asked in steps: the usual answers (no tenant demands one, or the person
-- has no row that passes anything down) are known after a look at an index, and the walk through the tree is not begun.
-- Each statement of such a function is planned once a connection, on every PostgreSQL.
alter function is_second_factor_demanded(uuid) rename to is_second_factor_demanded_below;

create function is_second_factor_demanded(person uuid) returns boolean
language plpgsql stable parallel safe as $$
begin
  if not exists (select 1 from tenant where requires_two_factor) then
    return false;
  end if;

  if exists (
       select 1
         from identities_of(person) i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
         join tenant t on t.id = m.tenant_id
        where t.requires_two_factor
          and t.id <> '00000000-0000-0000-0000-000000000000')
  then
    return true;
  end if;

  if not exists (
       select 1
         from identities_of(person) i
         join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
        where m.is_inheritable
          and m.tenant_id <> '00000000-0000-0000-0000-000000000000')
  then
    return false;
  end if;

  return is_second_factor_demanded_below(person);
end
$$;

create or replace function needs_second_factor(person uuid) returns boolean
language plpgsql stable parallel safe as $$
begin
  if exists (
       select 1
         from authenticator_app a
        where a.user_id = person
          and a.confirmed_on is not null)
  then
    return true;
  end if;
  return is_second_factor_demanded(person);
end
$$;
