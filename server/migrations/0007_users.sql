-- The administrators' list of users at a million rows: an index for each order and for the states few are in.
create index portal_user_first_name on portal_user (first_name, id);
create index portal_user_last_name on portal_user (last_name, id);
create index portal_user_locked on portal_user (id) where locked_by_administrator;
create index portal_user_draft on portal_user (id) where draft;
alter table portal_user add column invited_on timestamptz;
-- Locks after failed sign-ins are counted by account (sign_in_failure.name_key is its id).
create index sign_in_failure_locked on sign_in_failure (name_key) where locked_until is not null;
