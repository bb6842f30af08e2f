-- Whom a request that waits was told to: once each, however often the job runs.
create table request_notice (
  request_id uuid not null references operation_request (id) on delete cascade,
  user_id uuid not null references portal_user (id) on delete cascade,
  kind text not null check (kind in ('waiting')),
  primary key (request_id, user_id, kind)
);
create index request_notice_user on request_notice (user_id);

-- Somebody may wish to see what they used last first in the hub; their own order stays, and comes after it.
alter table application_order add column recent_first boolean not null default false;
