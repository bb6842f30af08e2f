-- Pictures are asked for by the hash of an e-mail address (A-163), and few people have one: their hashes stand with the
-- pictures, and a million people need no index for it.
alter table avatar add column email_md5 text, add column email_sha256 text;
create index avatar_email_md5 on avatar (email_md5);
create index avatar_email_sha256 on avatar (email_sha256);

create function avatar_hashes() returns trigger language plpgsql as $$
begin
  select md5(lower(trim(u.email::text))), email_sha256(u.email::text)
    into new.email_md5, new.email_sha256
    from portal_user u
   where u.id = new.user_id;
  return new;
end $$;
create trigger avatar_is_hashed before insert or update on avatar for each row execute function avatar_hashes();
update avatar set media_type = media_type;

create function avatar_follows_email() returns trigger language plpgsql as $$
begin
  update avatar set media_type = media_type where user_id = new.id;
  return null;
end $$;
create trigger portal_user_email_moves after update of email on portal_user for each row when (old.email is distinct from new.email) execute function avatar_follows_email();

drop index portal_user_email_md5;
drop index portal_user_email_sha256;
