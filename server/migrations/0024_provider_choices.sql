-- What an application may choose at the provider: only people with a role, and who else may introspect its tokens.
-- Instances of the version before know neither and let in as before; nothing of theirs is lost.
alter table application add column requires_role boolean not null default false;

create table application_introspector (
  application_id integer not null references application (id) on delete cascade,
  introspector_id integer not null references application (id) on delete cascade,
  primary key (application_id, introspector_id)
);
create index application_introspector_introspector on application_introspector (introspector_id);
