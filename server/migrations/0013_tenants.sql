-- The tree of tenants: its levels in the order of their titles, and a search over thousands.
drop index tenant_parent;
create index tenant_level on tenant (parent_id, title, id);
create index tenant_title on tenant (title, id);
create index tenant_area on tenant (area_id);
alter table tenant
  add column search_text text generated always as (folded(title || ' ' || coalesce(tax_number, '') || ' ' || coalesce(vies_number, '') || ' ' || coalesce(group_alias, ''))) stored;
create index tenant_search on tenant using gin (search_text gin_trgm_ops);

-- Requests stay when their tenant goes: those that waited end as Cancelled, and keep the name that it had (A-94).
alter table operation_request
  drop constraint operation_request_tenant_id_fkey,
  add column tenant_title text;
