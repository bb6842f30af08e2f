-- Requests to exercise data-protection rights (A-166). A request outlives its person's account: that it was answered in
-- time has to be shown.
create table rights_request (
  id uuid primary key,
  user_id uuid references portal_user (id) on delete set null,
  user_name text not null,
  -- Where mail goes when there is no account any more, and in which language.
  mail_to text not null,
  language text not null,
  request_date date not null,
  full_name text not null,
  email text not null,
  request_type text not null check (request_type in ('Direct', 'Representative')),
  representative_data text,
  rights text[] not null check (cardinality(rights) > 0),
  request_details text,
  state text not null check (state in ('Received', 'InWork', 'Answered')),
  received_on timestamptz not null,
  due_on date not null,
  extended_on timestamptz,
  extension_reason text,
  answered_on timestamptz,
  reply text,
  -- The due days of which Administrators were reminded, seven days before and on the day.
  reminded_soon date,
  reminded_due date,
  modified_on timestamptz not null default now(),
  check ((extended_on is null) = (extension_reason is null)),
  check ((answered_on is null) = (reply is null)),
  check ((state = 'Answered') = (answered_on is not null))
);
create index rights_request_of_user on rights_request (user_id, received_on desc);
create index rights_request_due on rights_request (due_on) where state <> 'Answered';
create index rights_request_answered on rights_request (answered_on) where state = 'Answered';

-- That somebody was reminded, or is no more, is no change of the request.
create trigger rights_request_moves before update on rights_request for each row
  when ((old.state, old.due_on) is distinct from (new.state, new.due_on)) execute function modified_on_moves();

create table rights_document (
  id uuid primary key,
  request_id uuid not null references rights_request (id) on delete cascade,
  place integer not null,
  name text not null,
  media_type text not null,
  body bytea not null
);
create index rights_document_request on rights_document (request_id, place);
