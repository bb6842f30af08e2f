-- Most names are ASCII, and lowering those by ICU takes four times as long as by bytes, with the same result: it was a
-- twentieth of an import. In UTF-8 alone a text is ASCII when it has as many bytes as characters; in a database with
-- another encoding all stays as it was. Without `strict`, since PostgreSQL puts a body with `case` in the place of a
-- call only then.
do $migration$
begin
  if current_setting('server_encoding') <> 'UTF8' then
    return;
  end if;
  create or replace function name_key(text) returns text
  language sql immutable parallel safe called on null input as $$
    select case when octet_length($1) = char_length($1) then lower($1 collate "C")
                else lower($1 collate public.by_language) collate "C" end
  $$;
  create or replace function name_keys(text[]) returns text[]
  language sql immutable parallel safe strict as $$ select array(select public.name_key(n) from unnest($1) n) $$;
  create or replace function user_search_added() returns trigger language plpgsql as $$
  begin
    insert into user_search (user_id, text)
    select s.user_id, case when octet_length(s.text) = char_length(s.text) then lower(s.text collate "C") else lower(s.text) end
      from (select a.id as user_id,
                   public.unaccent('public.unaccent'::regdictionary,
                                   a.user_name::text || ' ' || a.email::text || ' ' || a.first_name || ' ' || a.last_name) as text
              from added a
            -- Once for each person: without it PostgreSQL puts it in all four places.
            offset 0) s;
    return null;
  end $$;
end $migration$;
