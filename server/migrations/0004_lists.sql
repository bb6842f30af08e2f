-- What lists need: text without case and accents to search in, and counts that need no counting.

-- unaccent is only stable, since its dictionary could be replaced; ours is not. As a plain SQL function with the
-- dictionary named it may stand in an index.
create function folded(text) returns text
language sql immutable parallel safe strict as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

alter table portal_user
  add column search_text text generated always as (folded(user_name::text || ' ' || email::text || ' ' || first_name || ' ' || last_name)) stored;
create index portal_user_search on portal_user using gin (search_text gin_trgm_ops);
create index portal_user_modified on portal_user (modified_on, id);
create index portal_user_area on portal_user (area_id);

-- How many rows a large table has: one line per statement that added or removed some, folded together now and then.
-- Writers never wait for each other, as they would for one number.
create table row_tally (
  id bigint generated always as identity primary key,
  counted text not null,
  delta bigint not null
);
create function tally_added() returns trigger language plpgsql as $$
begin
  insert into row_tally (counted, delta) select tg_table_name, count(*) from added having count(*) > 0;
  return null;
end $$;
create function tally_removed() returns trigger language plpgsql as $$
begin
  insert into row_tally (counted, delta) select tg_table_name, -count(*) from removed having count(*) > 0;
  return null;
end $$;
insert into row_tally (counted, delta) select 'portal_user', count(*) from portal_user;
create trigger portal_user_added after insert on portal_user referencing new table as added for each statement execute function tally_added();
create trigger portal_user_removed after delete on portal_user referencing old table as removed for each statement execute function tally_removed();
