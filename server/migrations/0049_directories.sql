-- A tenant's own directory writes its people and groups by SCIM 2.0 (docs/decisions/0045).

-- A token of such a directory: it opens /scim/v2 for this tenant and nothing else.
alter table access_token add column tenant_id uuid references tenant (id) on delete cascade;
create index access_token_tenant on access_token (tenant_id) where tenant_id is not null;

-- A group that a directory keeps. Without its tenant it is a group like any other.
alter table user_group add column directory_tenant_id uuid references tenant (id) on delete set null;
create index user_group_directory on user_group (directory_tenant_id) where directory_tenant_id is not null;

-- What a tenant's directory says of a person. Of somebody who is at home elsewhere it is all that the directory sees.
create table directory_person (
  tenant_id uuid not null references tenant (id) on delete cascade,
  user_id uuid not null references portal_user (id) on delete cascade,
  -- The account came by this directory, and was not there before.
  made boolean not null,
  external_id text check (length(external_id) <= 256),
  user_name citext not null check (length(user_name) between 1 and 256),
  email text not null check (length(email) between 1 and 256),
  given_name text not null check (length(given_name) <= 200),
  family_name text not null check (length(family_name) <= 200),
  display_name text check (length(display_name) <= 200),
  title text check (length(title) <= 200),
  phone_number text check (length(phone_number) <= 200),
  language text check (length(language) <= 100),
  manager_id uuid references portal_user (id) on delete set null,
  -- The account's security stamp when the directory locked it: another one means that somebody else did.
  lock_stamp uuid,
  -- Groups of the directory that somebody who is not active would be in.
  waiting_groups uuid[] not null default '{}',
  created_on timestamptz not null,
  modified_on timestamptz not null,
  -- The directory deleted it. Its account comes back with the same address.
  ended_on timestamptz,
  constraint directory_person_taken primary key (tenant_id, user_id)
);
create unique index directory_user_name_taken on directory_person (tenant_id, user_name) where ended_on is null;
create unique index directory_external_id_taken on directory_person (tenant_id, external_id) where ended_on is null;
create index directory_person_email on directory_person (tenant_id, lower(email));
create index directory_person_user on directory_person (user_id);
create index directory_person_manager on directory_person (manager_id) where manager_id is not null;

create table directory_group (
  group_id uuid primary key references user_group (id) on delete cascade,
  tenant_id uuid not null references tenant (id) on delete cascade,
  display_name text not null check (length(display_name) between 1 and 200),
  external_id text check (length(external_id) <= 256),
  created_on timestamptz not null,
  modified_on timestamptz not null,
  constraint directory_group_external_id_taken unique (tenant_id, external_id)
);

-- Somebody has access outside of a tenant and those below it, other than by groups that its own directory keeps or that
-- fill themselves: then they are not the directory's to change.
create function belongs_elsewhere(person uuid, tenant uuid) returns boolean
language sql stable parallel safe as $$
  select exists (
    select 1
      from (select m.tenant_id
              from tenant_member m
             where m.identity_id = person
             union all
            select m.tenant_id
              from group_member g
              join user_group u on u.id = g.group_id and u.directory_tenant_id is distinct from tenant
              join tenant_member m on m.identity_id = g.group_id
             where g.user_id = person) standing
     where standing.tenant_id <> tenant
       and not exists (select 1 from tenant_path(standing.tenant_id) p where p.tenant_id = tenant))
$$;
