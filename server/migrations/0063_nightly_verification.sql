-- How far the verification of the audit log by the clock is (docs/decisions/0043): one row, so that a stop loses nothing
-- and no two instances verify the same.
create table audit_verification (
  only_one boolean primary key default true check (only_one),
  begun_on timestamptz not null default now(),
  -- The last seal of this verification; null while none is under way.
  total bigint,
  -- Up to which seal nothing was broken, and how many entries these seals have.
  verified bigint not null default 0,
  entries bigint not null default 0
);
insert into audit_verification default values;
