-- Who saves says what they saw: an entity that moved since is not overwritten (A-201).
alter table area add column modified_on timestamptz not null default now();
alter table user_group add column modified_on timestamptz not null default now();
alter table role add column modified_on timestamptz not null default now();
alter table tenant_member add column modified_on timestamptz not null default now();
