-- Work that goes on after its request was answered, what people are told of it, and the files it leaves.

-- A process belongs to whoever runs it until `lease_until`; then anybody may take it over. `version` counts the takings:
-- whoever lost it can neither report nor end it.
create table process (
  id uuid primary key,
  user_id uuid not null references portal_user (id) on delete cascade,
  type text not null,
  state text not null check (state in ('Queued', 'Running', 'Done', 'Failed')),
  input jsonb not null,
  -- The call that asked for it: { ip, apiEntry, language }
  visit jsonb not null,
  done integer not null default 0,
  total integer,
  queued_on timestamptz not null,
  started_on timestamptz,
  ended_on timestamptz,
  error text,
  stop_asked boolean not null default false,
  version integer not null default 0,
  lease_until timestamptz
);
create index process_waiting on process (queued_on) where state in ('Queued', 'Running');
create index process_of_user on process (user_id, queued_on desc);

create table process_issue (
  process_id uuid not null references process (id) on delete cascade,
  severity text not null check (severity in ('error', 'warning')),
  row integer not null,
  reason text not null
);
create index process_issue_process on process_issue (process_id);

-- Kept for a day, in pieces, so that nobody holds a whole file in memory to send it.
create table stored_file (
  key uuid primary key,
  owner_id uuid not null references portal_user (id) on delete cascade,
  name text not null,
  content_type text not null,
  size integer not null,
  created_on timestamptz not null,
  expires_on timestamptz not null
);
create index stored_file_expiry on stored_file (expires_on);
create index stored_file_owner on stored_file (owner_id);

create table stored_file_piece (
  file_key uuid not null references stored_file (key) on delete cascade,
  number integer not null,
  body bytea not null,
  primary key (file_key, number)
);

create table notification (
  id uuid primary key,
  user_id uuid not null references portal_user (id) on delete cascade,
  type text not null,
  description text not null,
  readed boolean not null default false,
  data jsonb not null default '{}',
  created_on timestamptz not null,
  file_key uuid references stored_file (key) on delete set null,
  -- A process ends once, with one notification.
  process_id uuid references process (id) on delete set null,
  constraint notification_of_process unique (process_id)
);
create index notification_of_user on notification (user_id, created_on desc);
create index notification_file on notification (file_key) where file_key is not null;
