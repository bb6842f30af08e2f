-- The field's terms: audit_event (was fact), role_assignment (was given_role), effective_roles (was effective_grants).
-- The old names stay as views and a function for instances of the release before, which run on during a rolling restart;
-- the release after this one drops them.
alter table fact rename to audit_event;
alter index fact_pkey rename to audit_event_pkey;
alter index fact_at rename to audit_event_at;
alter index fact_subject rename to audit_event_subject;
alter index fact_sign_in rename to audit_event_sign_in;
alter index fact_member rename to audit_event_member;
alter index fact_tenant rename to audit_event_tenant;
alter index fact_group_member rename to audit_event_group_member;
alter index fact_removed rename to audit_event_removed;
alter index fact_existence rename to audit_event_existence;
create view fact as select * from audit_event;

alter table given_role rename to role_assignment;
alter index given_role_ends rename to role_assignment_ends;
alter index tenant_member_role_pkey rename to role_assignment_pkey;
alter index tenant_member_role_role rename to role_assignment_role;
alter trigger given_role_came on role_assignment rename to role_assignment_came;
alter trigger given_role_went on role_assignment rename to role_assignment_went;
alter trigger given_role_end_moved on role_assignment rename to role_assignment_end_moved;
create view given_role as select * from role_assignment;

alter function effective_grants(uuid, uuid) rename to effective_roles;
create function effective_grants(person uuid, tenant uuid)
returns table (role_id uuid, application_id integer, member_id uuid, tenant_id uuid, distance integer, via_group uuid)
language sql stable parallel safe as $$ select * from effective_roles(person, tenant) $$;
