-- Who is internal to a company, by the domain of the address: everybody else of a tenant is external. `email` is
-- included because PostgreSQL reads an index alone only where it has every column of the expression.
create index portal_user_domain on portal_user ((lower(split_part(email::text, '@', -1)))) include (id, email);
create index portal_user_area_people on portal_user (area_id) include (id);
drop index portal_user_area;
-- The address of every member was read for it until now.
drop index portal_user_kind;
