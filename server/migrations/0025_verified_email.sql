-- An address is verified when its person used what was mailed to it, or when the external provider said so. The fact is
-- kept with the address; another address begins unverified, also when an instance of the version before changes it.
alter table portal_user add column verified_email citext;
alter table link_token add column mailed_to text;
alter table two_factor_challenge add column mailed_to text;

create function email_begins_unverified() returns trigger language plpgsql as $$
begin
  new.verified_email := null;
  return new;
end $$;
create trigger portal_user_email_unverified before update of email on portal_user for each row
  when (old.email is distinct from new.email) execute function email_begins_unverified();
