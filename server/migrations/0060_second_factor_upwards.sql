-- Whether a tenant demands a second factor of somebody, from the tenants that demand one upwards: where few do, which is usual, its
-- cost no longer grows with the tenants below the person. Where more than a thousand do, the walk goes down as before:
-- it ends at the first that it meets.
create function is_second_factor_demanded(person uuid) returns boolean
language sql stable parallel safe as $$
  with recursive
  own as materialized (
    select m.tenant_id, m.is_inheritable
      from identities_of(person) i
      join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
     where m.tenant_id <> '00000000-0000-0000-0000-000000000000'
  ),
  demanding as materialized (
    select id, parent_id from tenant where requires_two_factor limit 1001
  ),
  above (id, parent_id) as (
    select id, parent_id from demanding
     union
    select t.id, t.parent_id
      from above a
      join tenant t on t.id = a.parent_id
  ),
  below (id) as (
    select tenant_id from own where is_inheritable
     union
    select t.id
      from below b
      join tenant t on t.parent_id = b.id
  )
  select exists (
           select 1
             from own
             join tenant t on t.id = own.tenant_id
            where t.requires_two_factor)
      or case
           when not exists (select 1 from own where is_inheritable) or not exists (select 1 from demanding) then false
           when (select count(*) from demanding) <= 1000
             then exists (select 1 from above where id in (select tenant_id from own where is_inheritable))
           else exists (select 1 from below b join tenant t on t.id = b.id where t.requires_two_factor)
         end
$$;

create or replace function needs_second_factor(person uuid) returns boolean
language sql stable parallel safe as $$
  select exists (
           select 1
             from authenticator_app a
            where a.user_id = person
              and a.confirmed_on is not null)
      or is_second_factor_demanded(person)
$$;
