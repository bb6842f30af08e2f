-- Addresses that are told of audit events (docs/decisions/0046).
create table webhook (
  id uuid primary key,
  name text not null constraint webhook_name_taken unique,
  url text not null,
  event_types text[] not null,
  enabled boolean not null,
  disabled_because text check (disabled_because in ('failing', 'gone')),
  -- Encrypted, bound to the id: what is sent is signed with it.
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_on timestamptz not null,
  modified_on timestamptz not null default now()
);
create trigger webhook_moves before update on webhook for each row
  when ((old.name, old.url, old.event_types, old.enabled) is distinct from (new.name, new.url, new.event_types, new.enabled))
  execute function modified_on_moves();

-- Apart from the webhook, which every write reads: what changes with each attempt must not make writes wait.
create table webhook_health (
  webhook_id uuid primary key references webhook (id) on delete cascade,
  failing_since timestamptz,
  last_delivered_on timestamptz
);

-- One event for one webhook, stored with the event. Its id is the message's at every attempt.
create table webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook (id) on delete cascade,
  event_id bigint not null,
  event_type text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_on timestamptz not null,
  last_attempt_on timestamptz,
  last_status integer,
  last_failure text
);
create index webhook_delivery_newest on webhook_delivery (webhook_id, created_on, id);
create index webhook_delivery_old on webhook_delivery (created_on);

create table webhook_attempt (
  delivery_id uuid not null references webhook_delivery (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  milliseconds integer not null,
  status integer,
  failure text,
  -- The first bytes of what it answered.
  answer text not null,
  primary key (delivery_id, number)
);
