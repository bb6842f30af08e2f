-- A session keeps the security stamp of the account as it was when the session began (domain-model 2.17). A new password, a
-- lock and an unlock change the account's stamp, and no session of before is alive any more, whoever wrote it and when.
alter table session add column security_stamp uuid;

-- Sessions there are stay alive.
update session s
   set security_stamp = u.security_stamp
  from portal_user u
 where u.id = s.user_id;

-- Instances of the version before this one are still running while it starts, and begin sessions without a stamp.
create function session_keeps_stamp() returns trigger
language plpgsql as $$
begin
  new.security_stamp := (select u.security_stamp from portal_user u where u.id = new.user_id);
  return new;
end
$$;
create trigger session_keeps_stamp before insert on session
  for each row when (new.security_stamp is null and new.user_id is not null)
  execute function session_keeps_stamp();
