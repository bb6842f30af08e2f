-- How a tenant that is gone was called. In plpgsql, so that it is planned when it is called: in the statement of a list it
-- would be planned for each month of the log, though hardly an entry needs it.
create function title_of_removed_tenant(tenant uuid) returns text language plpgsql stable as $$
begin
  return (select f.before ->> 'title'
            from audit_event f
           where f.tenant_id = tenant
             and f.type = 'tenant.removed'
           order by f.id desc
           limit 1);
end
$$;
