-- Who accepted which disclaimer, and when (A-170).

-- Every text that was in force, numbered within its application. A trigger writes it, so that no way of changing a
-- text leaves it out, that of an instance of the release before included.
create table disclaimer_revision (
  application_id integer not null references application (id) on delete cascade,
  revision integer not null,
  texts jsonb not null,
  since timestamptz not null,
  primary key (application_id, revision)
);

create function keep_disclaimer() returns trigger language plpgsql as $$
begin
  insert into disclaimer_revision (application_id, revision, texts, since)
  select new.id, coalesce(max(r.revision), 0) + 1, new.disclaimer, new.disclaimer_modified_on
    from disclaimer_revision r
   where r.application_id = new.id;
  return null;
end $$;

create trigger application_disclaimer_changed after update of disclaimer on application for each row
  when (old.disclaimer is distinct from new.disclaimer) execute function keep_disclaimer();
create trigger application_disclaimer_made after insert on application for each row
  when (new.disclaimer <> '{}') execute function keep_disclaimer();

insert into disclaimer_revision (application_id, revision, texts, since)
select id, 1, disclaimer, disclaimer_modified_on from application where disclaimer <> '{}';

-- `version` counts how often everybody was asked: an acceptance of an earlier one no longer counts, and is kept.
create table disclaimer_acceptance (
  application_id integer not null references application (id) on delete cascade,
  user_id uuid not null references portal_user (id) on delete cascade,
  version integer not null,
  revision integer not null,
  accepted_on timestamptz not null,
  primary key (application_id, user_id, version),
  foreign key (application_id, revision) references disclaimer_revision (application_id, revision)
);
create index disclaimer_acceptance_of_user on disclaimer_acceptance (user_id);
