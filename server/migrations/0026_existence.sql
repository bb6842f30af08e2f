-- "As of" asks whether a tenant or a group was there: by the first time since that it came or went (A-191). A group has
-- thousands of other entries, one for each of its members.
create index fact_existence on fact (subject, id)
  where type in ('tenant.created', 'tenant.removed', 'tenant.restored', 'group.created', 'group.removed', 'group.restored');
