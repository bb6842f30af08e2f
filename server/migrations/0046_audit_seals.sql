-- The audit log shows tampering (docs/decisions/0043): entries that have settled are chained by hashes, in the order of
-- their ids.

-- Written by the product with each entry: what somebody inserts by hand has none, or a wrong one.
alter table audit_event add column digest bytea;

-- A batch of entries: those with ids above the batch before, up to `up_to`.
create table audit_seal (
  number bigint primary key,
  up_to bigint not null,
  entries integer not null,
  -- Of each entry its id and 32 bytes; null where all of its entries were dropped after their time.
  ids bigint[],
  hashes bytea,
  -- Each of its entries has to have its digest.
  digests boolean not null,
  hash bytea not null,
  sealed_on timestamptz not null,
  constraint audit_seal_up_to unique (up_to),
  check ((ids is null) = (hashes is null))
);
alter table audit_seal alter column hashes set storage external;

-- Ids up to `up_to` have settled once every transaction before `before_xid` has ended.
create table audit_sealing (
  only_one boolean primary key default true check (only_one),
  up_to bigint,
  before_xid xid8,
  -- Instances of the version before write no digests; an empty log has none of theirs.
  digests_from timestamptz not null
);
insert into audit_sealing (digests_from)
select case when exists (select 1 from audit_event) then now() + interval '1 day' else '-infinity' end;

-- An id is taken from the sequence after the transaction has its number: so whoever waits for the transactions of a
-- snapshot waits for all ids that were taken before it.
create function audit_event_takes_its_turn() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end
$$;
create trigger audit_event_takes_its_turn before insert on audit_event
  for each statement execute function audit_event_takes_its_turn();
