-- A webhook may belong to an application: then it is told of the ends of those accounts that could open it.
alter table webhook add column application_id integer
  constraint application_not_found references application (id) on delete set null;

-- An account that was locked or deleted, and whether each application that its person could open answered.
create table deprovisioning (
  id uuid primary key,
  -- Its person may be gone.
  user_id uuid not null,
  cause text not null check (cause in ('locked', 'deleted')),
  ended_on timestamptz not null,
  sessions integer not null,
  event_id bigint
);
create index deprovisioning_user on deprovisioning (user_id, ended_on);
create index deprovisioning_old on deprovisioning (ended_on);

create index webhook_delivery_event on webhook_delivery (event_id);

create table deprovisioning_receipt (
  id uuid primary key,
  deprovisioning_id uuid not null references deprovisioning (id) on delete cascade,
  name text not null,
  application_id integer,
  -- By the back channel: the client, and its sessions that ended; without one it is told of the person.
  client_id text,
  sids text[] not null default '{}',
  -- By a webhook: the rest is in its delivery.
  webhook_id uuid,
  state text not null check (state in ('waiting', 'answered', 'failed', 'untold')),
  attempts integer not null default 0,
  told_on timestamptz,
  answered_on timestamptz,
  status integer,
  failure text
);
create index deprovisioning_receipt_of on deprovisioning_receipt (deprovisioning_id);
