-- The logs are read newest first, of everybody, of one person, one tenant, one operation or one result: each order has
-- its index, so that a page costs the same with a hundred million entries as with ten.
create index audit_event_actor_at on audit_event (actor_id, at desc, id desc) where actor_id is not null;
-- The one above does all that it did.
drop index audit_event_actor;
create index audit_event_tenant_at on audit_event (tenant_id, at desc, id desc) where tenant_id is not null;
create index audit_event_operation_at on audit_event ((coalesce(operation, type)), at desc, id desc);

-- The authentication log.
drop index audit_event_sign_in;
create index audit_event_sign_in on audit_event (at desc, id desc) where type like 'sign-in.%';
create index audit_event_sign_in_result on audit_event ((after ->> 'result'), at desc, id desc) where type like 'sign-in.%';

create index session_log_started on session_log (started_on desc, session_uid desc, application_name desc);
create index session_log_user_started on session_log (user_id, started_on desc);
drop index session_log_user;

-- R3.8-13: the roles with which somebody came into an application; null for sessions from before this was kept.
alter table session_log add column roles text[];
