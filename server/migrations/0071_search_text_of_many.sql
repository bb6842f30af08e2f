-- What `searched_text` says, without its call: `unaccent` counts as stable, so that PostgreSQL cannot put the bodies of
-- functions that are immutable in their place, and runs two of them for every person of an import.
create or replace function user_search_added() returns trigger language plpgsql as $$
begin
  insert into user_search (user_id, text)
  select a.id,
         lower(public.unaccent('public.unaccent'::regdictionary,
                               a.user_name::text || ' ' || a.email::text || ' ' || a.first_name || ' ' || a.last_name))
    from added a;
  return null;
end $$;
