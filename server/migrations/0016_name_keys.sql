-- Names are told apart by a key of bytes: comparing as people order them (ICU), and lowering both sides each time as
-- citext does, took most of an import's time, and of its check which names are taken. What citext says is the same name
-- has the same key.
create function name_key(text) returns text
language sql immutable parallel safe strict as $$ select lower($1 collate public.by_language) collate "C" $$;
create function name_keys(text[]) returns text[]
language sql immutable parallel safe strict as $$ select array(select lower(n collate public.by_language) collate "C" from unnest($1) n) $$;

alter table portal_user drop constraint user_name_taken, drop constraint user_email_taken;
create unique index user_name_taken on portal_user (name_key(user_name::text));
create unique index user_email_taken on portal_user (name_key(email::text));

-- And ordered as people order them, without lowering: the collation does it.
create index portal_user_user_name on portal_user ((user_name::text), id);
create index portal_user_email on portal_user ((email::text), id);
