-- How many requests are in each state, as lines that nobody waits for (0004_lists.sql): who sees all of them need not
-- count a hundred thousand for every page.
create function request_states_came() returns trigger language plpgsql as $$
begin
  insert into row_tally (counted, delta) select 'operation_request ' || status, count(*) from added group by status;
  return null;
end $$;
create function request_states_went() returns trigger language plpgsql as $$
begin
  insert into row_tally (counted, delta) select 'operation_request ' || status, -count(*) from removed group by status;
  return null;
end $$;
create function request_states_changed() returns trigger language plpgsql as $$
begin
  insert into row_tally (counted, delta)
  select 'operation_request ' || status, sum(delta)
    from (select status, 1 as delta from added union all select status, -1 from removed) x
   group by status
  having sum(delta) <> 0;
  return null;
end $$;
lock table operation_request in share row exclusive mode;
create trigger operation_request_added after insert on operation_request referencing new table as added for each statement execute function request_states_came();
create trigger operation_request_removed after delete on operation_request referencing old table as removed for each statement execute function request_states_went();
create trigger operation_request_changed after update on operation_request referencing new table as added old table as removed for each statement execute function request_states_changed();
insert into row_tally (counted, delta) select 'operation_request ' || status, count(*) from operation_request group by status;

-- Requests at tenants that are gone: those who administer the tree do not see them, unless they asked for them.
create index operation_request_gone on operation_request (status, created_by) where tenant_title is not null;

-- The few who were given one of the portal's roles, by the role.
create index portal_role_assignment_role on portal_role_assignment (role_id);
