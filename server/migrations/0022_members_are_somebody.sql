-- A membership belongs to a user or a group that is there: the reference is a foreign key for each kind. Rows whose identity
-- went while they were given gave nothing to anybody, and go.
delete from tenant_member m
 where (m.identity_type = 'User' and not exists (select 1 from portal_user u where u.id = m.identity_id))
    or (m.identity_type = 'Group' and not exists (select 1 from user_group g where g.id = m.identity_id));

alter table tenant_member
  add column user_id uuid generated always as (case when identity_type = 'User' then identity_id end) stored,
  add column group_id uuid generated always as (case when identity_type = 'Group' then identity_id end) stored;
create index tenant_member_user on tenant_member (user_id) where user_id is not null;
create index tenant_member_group on tenant_member (group_id) where group_id is not null;
alter table tenant_member
  add constraint identity_not_found foreign key (user_id) references portal_user (id),
  add constraint group_not_found foreign key (group_id) references user_group (id);
