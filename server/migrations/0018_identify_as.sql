-- Acting as somebody else (A-77): a session that hangs on the one of whoever acts, and goes with it.
alter table session add column impersonator_session_uid text references session (uid) on delete cascade;
create index session_of_impersonator on session (impersonator_session_uid) where impersonator_session_uid is not null;

-- A link of the kind IdentifyAs opens in the browser only in which it was asked for.
alter table link_token add column session_uid text;

-- Who acted as whom, from when to when: begun and ended in the trail, however it ended.
create table impersonation (
  session_uid text primary key,
  impersonator_id uuid not null,
  user_id uuid not null,
  started_on timestamptz not null,
  ended_on timestamptz,
  end_reason text
);
create index impersonation_open on impersonation (started_on) where ended_on is null;

-- Whoever acts as somebody must be a God at this very moment.
create function may_impersonate(impersonator uuid) returns boolean
language sql stable parallel safe as $$
  select exists (select 1 from roles_anywhere(impersonator) where role_name = 'God' and application_name in ('identity', 'identity.global'))
$$;
