-- What the person who asked says, and the counts of the list of requests.
alter table operation_request add column note text;
create index operation_request_counts on operation_request (tenant_id, status, created_by);
create index operation_request_asked on operation_request (created_by, status, tenant_id);
create index operation_request_waiting on operation_request (modification_date desc, id) where status = 'WaitingForApprover';
