-- What people are searched by, apart from their rows: a search for a frequent word looks at tens of thousands of these,
-- which are a third as wide.
create table user_search (
  user_id uuid primary key,
  text text not null
);
insert into user_search (user_id, text) select id, search_text from portal_user;
alter table portal_user drop column search_text;
create index user_search_text on user_search using gin (text gin_trgm_ops);

create function searched_text(user_name text, email text, first_name text, last_name text) returns text
language sql immutable parallel safe as $$ select folded(user_name || ' ' || email || ' ' || first_name || ' ' || last_name) $$;

-- It follows the people by itself, so that nobody is found by an old name, or not at all.
create function user_search_added() returns trigger language plpgsql as $$
begin
  insert into user_search (user_id, text) select a.id, searched_text(a.user_name::text, a.email::text, a.first_name, a.last_name) from added a;
  return null;
end $$;
create function user_search_changed() returns trigger language plpgsql as $$
begin
  update user_search set text = searched_text(new.user_name::text, new.email::text, new.first_name, new.last_name) where user_id = new.id;
  return null;
end $$;
create function user_search_removed() returns trigger language plpgsql as $$
begin
  delete from user_search s using removed r where s.user_id = r.id;
  return null;
end $$;
create function user_search_emptied() returns trigger language plpgsql as $$
begin
  truncate user_search;
  return null;
end $$;
create trigger portal_user_search_emptied after truncate on portal_user for each statement execute function user_search_emptied();
create trigger portal_user_search_added after insert on portal_user referencing new table as added for each statement execute function user_search_added();
create trigger portal_user_search_changed after update of user_name, email, first_name, last_name on portal_user for each row
  when ((old.user_name, old.email, old.first_name, old.last_name) is distinct from (new.user_name, new.email, new.first_name, new.last_name))
  execute function user_search_changed();
create trigger portal_user_search_removed after delete on portal_user referencing old table as removed for each statement execute function user_search_removed();
