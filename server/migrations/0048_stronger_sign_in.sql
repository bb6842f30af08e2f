-- Authenticator apps (TOTP, RFC 6238), one of a person; it counts once its first code was typed.
create table authenticator_app (
  user_id uuid primary key references portal_user (id) on delete cascade,
  -- Encrypted: the server computes the codes from it (docs/decisions/0044).
  secret text not null,
  created_on timestamptz not null,
  confirmed_on timestamptz,
  -- Of the last code that was taken: neither it nor an older one is taken again.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id uuid not null references authenticator_app (user_id) on delete cascade,
  code_hash bytea not null,
  used_on timestamptz,
  primary key (user_id, code_hash)
);

-- Wrong codes, wherever they were typed.
create table authenticator_try (
  user_id uuid not null references portal_user (id) on delete cascade,
  tried_on timestamptz not null
);
create index authenticator_try_user on authenticator_try (user_id, tried_on);

create table passkey (
  id uuid primary key,
  user_id uuid not null references portal_user (id) on delete cascade,
  credential_id bytea not null constraint passkey_credential_taken unique,
  public_key bytea not null,
  -- Grows with each use where the authenticator counts; a smaller one is that of a copy.
  counter bigint not null,
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_on timestamptz not null,
  last_used_on timestamptz
);
create index passkey_user on passkey (user_id);

-- Challenges of passkeys are sealed and kept by the page that was given one; what was answered is kept here until its
-- end, so that none is answered twice on any instance.
create table passkey_challenge_used (
  challenge_hash bytea primary key,
  expires_on timestamptz not null
);

-- What the second step of a sign-in waits for: the mailed code, or one of the app.
alter table two_factor_challenge
  add column method text not null default 'mail' constraint two_factor_challenge_method check (method in ('mail', 'app'));

-- When its person proved again who they are; null since the sign-in.
alter table session add column confirmed_on timestamptz;

-- Anyone who has an authenticator app is asked for its code. Instances of the version before mail theirs instead.
create or replace function needs_second_factor(person uuid) returns boolean
language sql stable parallel safe as $$
  with recursive reached (id) as (
    select m.tenant_id
      from identities_of(person) i
      join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
     where m.is_inheritable
       and m.tenant_id <> '00000000-0000-0000-0000-000000000000'
    union
    select t.id
      from reached r
      join tenant t on t.parent_id = r.id
  )
  select exists (
           select 1
             from authenticator_app a
            where a.user_id = person
              and a.confirmed_on is not null)
      or exists (
           select 1
             from identities_of(person) i
             join tenant_member m on m.identity_id = i.identity_id and m.identity_type <> 'Unknown'
             join tenant t on t.id = m.tenant_id
            where t.requires_two_factor
              and t.id <> '00000000-0000-0000-0000-000000000000')
      or exists (
           select 1
             from reached r
             join tenant t on t.id = r.id
            where t.requires_two_factor)
$$;
