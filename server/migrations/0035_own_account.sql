-- What people do with their own account: pictures, sessions, the copy of their data.

-- A picture has a version, for caches, and a small one beside it, for lists.
alter table avatar
  add column version text not null default gen_random_uuid()::text,
  add column small bytea,
  add column modified_on timestamptz not null default now();

-- A session by a name that opens nothing: `uid` is known to the provider only.
alter table session add column handle uuid not null default gen_random_uuid();
alter table session add constraint session_handle unique (handle);

-- One copy at a time.
create unique index my_data_is_prepared on process (user_id)
  where type = 'ExportMyData' and state in ('Queued', 'Running');

-- What a person is told of themselves is found by who they are.
create index session_log_user on session_log (user_id);
create index external_api_access_user on external_api_access (user_id, date desc);
create index operation_request_identity on operation_request (identity_id);
create index audit_event_actor on audit_event (actor_id, id desc) where actor_id is not null;
