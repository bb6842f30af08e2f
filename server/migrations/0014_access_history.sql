-- The history of what an identity was given, and of a tenant: "Last changes", "Undo" and "As of" read it.
create index fact_member on fact ((coalesce(after, before) ->> 'identityId'), id desc) where type like 'member.%';
create index fact_tenant on fact (tenant_id, id desc) where tenant_id is not null;

-- Whoever has a role with an end is told once before.
alter table given_role add column warned_on timestamptz;

-- Which groups somebody was in at a moment.
create index fact_group_member on fact ((coalesce(after, before) ->> 'userId'), id) where type in ('group-member.added', 'group-member.changed', 'group-member.removed');
