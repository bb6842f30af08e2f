-- The first password of an account was not remembered when an administrator or an import set it, so that it could be
-- chosen again. Those that are still in use are remembered from now on, and new ones are when they are set.
insert into password_history (user_id, password_hash, set_on)
select id,
       password_hash,
       password_changed_on
  from portal_user
 where password_hash is not null
   and password_changed_on is not null
on conflict do nothing;
