-- The logs are partitioned by month, in UTC (docs/decisions/0043): what there is stays where it is, as one partition up to
-- the end of this month, and a job moves it to months of its own. A log of ten million entries is read through once
-- meanwhile, which takes some seconds.

-- A month of a log: its own table, with the indexes of the whole, and its rows out of the partition for all other months.
create function add_log_month(log text, date_column text, month date) returns void language plpgsql as $$
declare
  part text := format('%s_%s', log, to_char(month, 'YYYY_MM'));
  first timestamptz := month::timestamp at time zone 'UTC';
  next timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
begin
  execute format('create table %I (like %I including all, primary key (id))', part, log);
  execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
                 log || '_other', date_column, first, date_column, next, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', log, part, first, next);
end
$$;

-- How far a log's entries of before `until` have been copied to their months.
create table log_split (
  log text primary key,
  until date not null,
  up_to bigint not null
);

create function partition_log(log text, date_column text) returns void language plpgsql as $$
declare
  earlier text := log || '_earlier';
  last bigint;
  newest timestamptz;
  boundary date;
  found record;
begin
  execute format('alter table %I rename to %I', log, earlier);
  for found in select indexrelid::regclass as name, c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = earlier::regclass loop
    execute format('alter index %s rename to %I', found.name, replace(found.relname, log, earlier));
  end loop;
  last := pg_sequence_last_value(pg_get_serial_sequence(earlier, 'id')::regclass);
  execute format('alter table %I alter column id drop identity', earlier);
  execute format('create sequence %I', log || '_id_seq');
  if last is not null then
    perform setval((log || '_id_seq')::regclass, last);
  end if;
  execute format('create table %I (like %I) partition by range (%I)', log, earlier, date_column);
  execute format('alter table %I alter column id set default nextval(%L)', log, log || '_id_seq');
  execute format('alter sequence %I owned by %I.id', log || '_id_seq', log);
  execute format('create table %I partition of %I (primary key (id)) default', log || '_other', log);
  execute format('select max(%I) from %I', date_column, earlier) into newest;
  boundary := date_trunc('month', now() at time zone 'UTC')::date;
  if newest is null then
    execute format('drop table %I', earlier);
  else
    boundary := (date_trunc('month', greatest(now(), newest) at time zone 'UTC') + interval '1 month')::date;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
                   log, earlier, boundary::timestamp at time zone 'UTC');
    insert into log_split (log, until, up_to) values (log, boundary, 0);
  end if;
  for ahead in 0..3 loop
    perform add_log_month(log, date_column, (boundary + ahead * interval '1 month')::date);
  end loop;
end
$$;

drop view fact;
drop trigger audit_event_takes_its_turn on audit_event;
-- The one with the date does what it did.
drop index audit_event_tenant;
select partition_log('audit_event', 'at');
select partition_log('external_api_access', 'date');
drop function partition_log(text, text);
create trigger audit_event_takes_its_turn before insert on audit_event
  for each statement execute function audit_event_takes_its_turn();
create view fact as select * from audit_event;

-- The system log never shows an attempt to sign in, and they are most entries: two of its indexes leave them out.
drop index if exists audit_event_earlier_at;
drop index if exists audit_event_earlier_operation_at;
create index audit_event_at on audit_event (at desc, id desc) where (type not like 'sign-in.%' or type = 'sign-in.code-mailed');
create index audit_event_operation_at on audit_event ((coalesce(operation, type)), at desc, id desc)
  where (type not like 'sign-in.%' or type = 'sign-in.code-mailed');

-- On an index that a partition has already, this takes no time.
create index audit_event_subject on audit_event (subject, id desc);
create index audit_event_actor_at on audit_event (actor_id, at desc, id desc) where actor_id is not null;
create index audit_event_tenant_at on audit_event (tenant_id, at desc, id desc) where tenant_id is not null;
create index audit_event_sign_in on audit_event (at desc, id desc) where type like 'sign-in.%';
create index audit_event_sign_in_result on audit_event ((after ->> 'result'), at desc, id desc) where type like 'sign-in.%';
create index audit_event_member on audit_event ((coalesce(after, before) ->> 'identityId'), id desc) where type like 'member.%';
create index audit_event_group_member on audit_event ((coalesce(after, before) ->> 'userId'), id) where type in ('group-member.added', 'group-member.changed', 'group-member.removed');
create index audit_event_removed on audit_event (at, id) where type in ('role.removed', 'application.removed', 'tenant.removed', 'group.removed');
create index audit_event_existence on audit_event (subject, id)
  where type in ('tenant.created', 'tenant.removed', 'tenant.restored', 'group.created', 'group.removed', 'group.restored');
create index external_api_access_date on external_api_access (date desc, id desc);
create index external_api_access_user on external_api_access (user_id, date desc);

-- How many entries an operation has is estimated for the screen; statistics of an index of some entries are not used.
-- The months that are made later have these as the whole has them.
do $$
declare
  part regclass;
begin
  for part in select 'audit_event'::regclass union all select inhrelid::regclass from pg_inherits where inhparent = 'audit_event'::regclass loop
    execute format('create statistics %I on (coalesce(operation, type)) from %s', part || '_operation', part);
  end loop;
end
$$;
