-- "As of" a day before something was deleted finds what it was called, and where it stood.
create index fact_removed on fact (at, id) where type in ('role.removed', 'application.removed', 'tenant.removed', 'group.removed');
