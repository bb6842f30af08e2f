-- `modified_on` moves with every change, whoever writes it, an instance of the release before included (docs/decisions/0023).
-- It only grows: a clock that is behind, or two changes in one millisecond, leave no change unseen.
create function modified_on_after(before timestamptz) returns timestamptz language sql volatile as $$
  select greatest(date_trunc('milliseconds', clock_timestamp()), date_trunc('milliseconds', before) + interval '1 millisecond')
$$;

create function modified_on_moves() returns trigger language plpgsql as $$
begin
  new.modified_on := modified_on_after(old.modified_on);
  return new;
end $$;

-- Compared byte by byte: a name that differs in its case only is another one.
create trigger area_moves before update on area for each row when (old *<> new) execute function modified_on_moves();
create trigger user_group_moves before update on user_group for each row when (old *<> new) execute function modified_on_moves();
create trigger role_moves before update on role for each row when (old *<> new) execute function modified_on_moves();
create trigger tenant_member_moves before update on tenant_member for each row
  when (old.is_inheritable is distinct from new.is_inheritable) execute function modified_on_moves();

-- Those whose stores write the time themselves.
create trigger portal_user_moves before update of modified_on on portal_user for each row
  when (new.modified_on <= old.modified_on) execute function modified_on_moves();
create trigger tenant_moves before update of modified_on on tenant for each row
  when (new.modified_on <= old.modified_on) execute function modified_on_moves();
create trigger application_moves before update of modified_on on application for each row
  when (new.modified_on <= old.modified_on) execute function modified_on_moves();

-- A member is its row and its roles. That somebody was told of an end is no change of it. Member by member, in one order:
-- by the key however many there are, since the plan of the first call is kept for all. A row that was made in this very
-- transaction has its time already.
create function roles_came() returns trigger language plpgsql as $$
declare
  member uuid;
begin
  for member in select distinct member_id from came order by 1 loop
    update tenant_member m set modified_on = modified_on_after(m.modified_on) where m.id = member and m.modified_on <> now();
  end loop;
  return null;
end $$;

create function roles_went() returns trigger language plpgsql as $$
declare
  member uuid;
begin
  for member in select distinct member_id from went order by 1 loop
    update tenant_member m set modified_on = modified_on_after(m.modified_on) where m.id = member and m.modified_on <> now();
  end loop;
  return null;
end $$;

create function role_end_moved() returns trigger language plpgsql as $$
begin
  update tenant_member m set modified_on = modified_on_after(m.modified_on) where m.id = new.member_id;
  return null;
end $$;

create trigger given_role_came after insert on given_role referencing new table as came for each statement execute function roles_came();
create trigger given_role_went after delete on given_role referencing old table as went for each statement execute function roles_went();
create trigger given_role_end_moved after update of ends_on on given_role for each row
  when (old.ends_on is distinct from new.ends_on) execute function role_end_moved();

-- The disclaimer is edited apart from the application, and has a time of its own.
alter table application add column disclaimer_modified_on timestamptz not null default now();

create function disclaimer_moves() returns trigger language plpgsql as $$
begin
  new.disclaimer_modified_on := modified_on_after(old.disclaimer_modified_on);
  return new;
end $$;

create trigger application_disclaimer_moves before update of disclaimer, disclaimer_version on application for each row
  when ((old.disclaimer, old.disclaimer_version) is distinct from (new.disclaimer, new.disclaimer_version))
  execute function disclaimer_moves();
