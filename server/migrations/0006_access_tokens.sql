-- Personal access tokens: act as their creator, in one application, until they end (domain-model 2.12).
create table access_token (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  application_id integer not null references application (id) on delete cascade,
  created_by uuid not null references portal_user (id) on delete cascade,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  last_used_on timestamptz,
  -- SHA-256 of the value; the value itself is shown once.
  token_hash bytea not null unique,
  -- The first signs of the value, so that its owner can tell one from another.
  prefix text not null,
  constraint access_token_name_taken unique (created_by, name)
);

-- Every call that a personal access token made (A-164).
create table external_api_access (
  id bigint generated always as identity primary key,
  date timestamptz not null,
  token_id uuid not null,
  token_name text not null,
  user_id uuid not null,
  user_name text not null,
  method text not null,
  api_entry text not null,
  ip text not null,
  status_code integer not null
);
create index external_api_access_date on external_api_access (date desc, id desc);
