-- Audit events are read through their schemas: entries of earlier names say what the product says now.

-- An undo names the event that it took back as `eventId`; it was `fact`.
update audit_event
   set after = (after - 'fact') || jsonb_build_object('eventId', after -> 'fact')
 where type = 'access.undone'
   and after ? 'fact';

-- What only the demonstration stated, in words of its own.
update audit_event
   set type = 'tenant.second-factor-set',
       before = before || jsonb_build_object('title', coalesce((select t.title from tenant t where t.id = audit_event.tenant_id), '')),
       after = after || jsonb_build_object('title', coalesce((select t.title from tenant t where t.id = audit_event.tenant_id), ''))
 where type = 'tenant.two-factor-changed';

update audit_event
   set type = 'data.read'
 where type in ('member.read', 'tenant.exported');

update audit_event
   set type = case type when 'operation-request.approved' then 'request.applied'
                        else replace(type, 'operation-request.', 'request.') end,
       after = jsonb_strip_nulls(after)
 where type like 'operation-request.%';
