-- Names are in the order people expect them in (Ábaco before Zebra), whatever the database was made with: an
-- operator's database often has the locale C, which orders by bytes.
create collation by_language (provider = icu, locale = 'und');

alter table area alter column name type citext collate by_language;
alter table user_group
  alter column name type citext collate by_language,
  alter column description type text collate by_language,
  alter column created_by type text collate by_language;
alter table application
  alter column name type text collate by_language,
  alter column display_name type text collate by_language,
  alter column title type text collate by_language,
  alter column description type text collate by_language;
alter table role
  alter column name type text collate by_language,
  alter column description type text collate by_language;
alter table tenant
  alter column title type text collate by_language,
  alter column group_alias type text collate by_language;
alter table access_token alter column name type text collate by_language;

-- What stands on these columns has to go for a moment.
drop trigger portal_user_email_moves on portal_user;
alter table portal_user drop column search_text;
alter table portal_user
  alter column user_name type citext collate by_language,
  alter column email type citext collate by_language,
  alter column first_name type text collate by_language,
  alter column last_name type text collate by_language;
alter table portal_user
  add column search_text text generated always as (folded(user_name::text || ' ' || email::text || ' ' || first_name || ' ' || last_name)) stored;
create index portal_user_search on portal_user using gin (search_text gin_trgm_ops);
create trigger portal_user_email_moves after update of email on portal_user for each row when (old.email is distinct from new.email) execute function avatar_follows_email();
