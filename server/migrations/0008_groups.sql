-- Who put somebody into a group, and when: what "Why?" shows. Unknown for what was there before.
alter table group_member
  add column granted_by uuid,
  add column granted_on timestamptz;
create index user_group_area on user_group (area_id);
