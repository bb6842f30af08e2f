-- Security configurations and policies: documents in YAML, with every version that was ever saved (A-75, A-76).
create table security_document (
  kind text not null check (kind in ('configuration', 'policy')),
  -- A UUID of a configuration; what its author chose of a policy.
  id text not null check (length(id) between 1 and 199),
  title text not null check (length(title) between 1 and 200),
  description text,
  body text not null check (octet_length(body) <= 262144),
  modified_by uuid references portal_user (id) on delete set null,
  modified_on timestamptz not null default now(),
  constraint policy_id_taken primary key (kind, id)
);
-- The server reads some of them by their titles: two would contradict each other.
create unique index security_configuration_title_taken on security_document (title) where kind = 'configuration';
create trigger security_document_moves before update on security_document for each row
  when ((old.title, old.description, old.body) is distinct from (new.title, new.description, new.body))
  execute function modified_on_moves();
create index security_document_modified_by on security_document (modified_by);

create table security_document_version (
  kind text not null,
  id text not null,
  version integer not null,
  title text not null,
  description text,
  body text not null,
  modified_by uuid references portal_user (id) on delete set null,
  modified_on timestamptz not null,
  primary key (kind, id, version),
  foreign key (kind, id) references security_document (kind, id) on delete cascade
);
create index security_document_version_modified_by on security_document_version (modified_by);
