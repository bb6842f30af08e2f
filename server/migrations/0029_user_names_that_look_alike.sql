-- User names that look alike are refused (docs/decisions/0025). What a name looks like is the skeleton of Unicode TS #39; its
-- SHA-256 stands here, since a skeleton may be many times as long as its name. It is computed by the server: accounts of
-- before get theirs at its next start, and so do those that an older version adds while both run.
alter table portal_user add column user_name_skeleton bytea;
create unique index user_name_looks_alike on portal_user (user_name_skeleton);
create index portal_user_without_skeleton on portal_user (id) where user_name_skeleton is null;
