-- What the person who asked says, and the counts of the list of requests.
alter table operation_request add column note text;
create index operation_request_counts on operation_request (tenant_id, status, created_by);
create index operation_request_asked on operation_request (created_by, status, tenant_id);
create index operation_request_waiting on operation_request (modification_date desc, id) where status = 'WaitingForApprover';

-- The hub with what was used last in front, for those who want it so.
create table hub_preference (
  user_id uuid primary key references portal_user (id) on delete cascade,
  recent_first boolean not null default false
);
create index session_log_user on session_log (user_id, application_name, last_activity_on desc) where user_id is not null;
