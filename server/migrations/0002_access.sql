-- Signing in: sessions, tokens, keys, one-time secrets, failures; and the facts, which are the audit trail.

create table fact (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  type text not null,
  subject text not null,
  -- user, client, job or system
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  impersonated_by uuid,
  ip text,
  -- "POST /api/v1/…": the call that did it
  api_entry text,
  -- One of the seven audit kinds of the specification, or a name of ours (A-147)
  operation text,
  tenant_id uuid,
  before jsonb,
  after jsonb
);
create index fact_at on fact (at desc, id desc);
create index fact_subject on fact (subject, id desc);
create index fact_sign_in on fact (at desc) where type like 'sign-in.%';

-- A session is a person signed in with one browser. `id` is the SHA-256 of the cookie's value.
create table session (
  id bytea primary key,
  uid text not null,
  user_id uuid references portal_user (id) on delete cascade,
  provider text check (provider in ('Local', 'Microsoft')),
  persistent boolean not null default false,
  ip text,
  user_agent text,
  started_on timestamptz not null default now(),
  last_seen_on timestamptz not null default now(),
  expires_on timestamptz not null,
  impersonator_id uuid,
  payload jsonb not null,
  constraint session_uid unique (uid)
);
create index session_of_user on session (user_id);
create index session_by_expiry on session (expires_on);

-- Who used which application with which session, and how it ended (session log, connected users).
create table session_log (
  session_uid text not null,
  application_name text not null,
  user_id uuid,
  user_name text not null,
  ip text,
  started_on timestamptz not null,
  last_activity_on timestamptz not null,
  ended_on timestamptz,
  end_reason text,
  primary key (session_uid, application_name)
);
create index session_log_activity on session_log (last_activity_on desc);

-- What oidc-provider stores besides sessions. `id` is the SHA-256 of the token, code or id.
create table oidc_payload (
  id bytea primary key,
  kind text not null,
  grant_id text,
  user_id uuid references portal_user (id) on delete cascade,
  client_id text,
  session_uid text,
  consumed_on timestamptz,
  expires_on timestamptz not null,
  payload jsonb not null
);
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_user on oidc_payload (user_id) where user_id is not null;
create index oidc_payload_expiry on oidc_payload (expires_on);

-- Signing keys of the provider. The newest of an algorithm signs; retired ones are published until their tokens end.
create table signing_key (
  kid text primary key,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  private_jwk jsonb not null,
  created_on timestamptz not null default now(),
  signs_from timestamptz not null,
  retired_on timestamptz
);

-- Keys that all instances share: cookie signing, storage keys.
create table secret (
  name text primary key,
  value bytea not null,
  created_on timestamptz not null default now()
);

create table link_token (
  token_hash bytea primary key,
  user_id uuid not null references portal_user (id) on delete cascade,
  kind text not null check (kind in ('Reset', 'Invitation', 'ExpiredPassword', 'IdentifyAs')),
  created_on timestamptz not null,
  expires_on timestamptz not null,
  used_on timestamptz,
  return_url text
);
create index link_token_user on link_token (user_id);

create table two_factor_challenge (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references portal_user (id) on delete cascade,
  -- Set by the job that mails the code: the code itself is never stored.
  code_hash bytea,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  attempts integer not null default 0,
  used_on timestamptz,
  void boolean not null default false,
  return_url text
);
create index two_factor_challenge_user on two_factor_challenge (user_id, created_on desc);

-- Failed sign-ins, per name and source (goals: Security 3). `source` is a browser that signed in with this name before,
-- or '*' for all others. A name without an account has a row like any other (A-32).
create table sign_in_failure (
  name_key text not null,
  source text not null,
  failed_count integer not null default 0,
  lock_level integer not null default 0,
  locked_until timestamptz,
  changed_on timestamptz not null,
  primary key (name_key, source)
);

-- Mails asked for, so that one address gets at most a few an hour (T11).
create table reset_request (
  user_id uuid not null references portal_user (id) on delete cascade,
  at timestamptz not null
);
create index reset_request_user on reset_request (user_id, at desc);

create table favourite (
  user_id uuid not null references portal_user (id) on delete cascade,
  application_id integer not null references application (id) on delete cascade,
  primary key (user_id, application_id)
);

create table application_order (
  user_id uuid primary key references portal_user (id) on delete cascade,
  application_ids integer[] not null
);

create table operation_request (
  id uuid primary key,
  identity_id uuid not null,
  identity_type text not null check (identity_type in ('User', 'Group')),
  tenant_id uuid not null references tenant (id) on delete cascade,
  request_type text not null check (request_type in ('Permission', 'BulkInsert', 'PolarisPermissionCreate', 'ApproveOperationRequest')),
  status text not null check (status in ('WaitingForApprover', 'Applied', 'Rejected', 'RollBack', 'Cancelled')),
  requested_roles uuid[] not null default '{}',
  requested_is_inheritable boolean not null default false,
  created_by uuid,
  created_by_display_name text not null default '',
  created_on timestamptz not null,
  modification_date timestamptz not null,
  decided_by uuid,
  reason text,
  version integer not null default 1
);
create unique index operation_request_one_waiting on operation_request (identity_id, tenant_id) where status = 'WaitingForApprover';
create index operation_request_tenant on operation_request (tenant_id, modification_date desc);

create table operation_request_history (
  id uuid primary key,
  request_id uuid not null references operation_request (id) on delete cascade,
  email text not null,
  date timestamptz not null,
  request_type text not null,
  status text not null
);
create index operation_request_history_request on operation_request_history (request_id, date);
