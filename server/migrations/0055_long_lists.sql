-- Lists that were still slow at a hundred thousand rows.

-- Every two letters that stand beside each other in a text, for searches of so few that a trigram has more.
create function letter_pairs(searched text) returns text[]
language plpgsql immutable parallel safe strict cost 10000 as $$
declare
  pairs text[] = '{}';
  before text;
  letter text;
begin
  foreach letter in array string_to_array(searched, null) loop
    if before is not null then
      pairs = pairs || (before || letter);
    end if;
    before = letter;
  end loop;
  return pairs;
end $$;
create index operation_request_pairs on operation_request using gin ((letter_pairs(search_text)) collate "C");
-- Without figures of its own it is always used: to make the pairs of every row anew would take seconds.
alter index operation_request_pairs alter column 1 set statistics 0;

-- A filter on the name of a tenant finds the tenants, and then their requests.
create index tenant_title_like on tenant using gin (title collate "default" gin_trgm_ops);

-- Lists of people by their names as they are shown (server/lists/people.ts).
create index portal_user_display_name on portal_user ((coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name::text)), id);

-- Who of the members of a tenant is external, and who of them changed last, without a look at all that is known of them.
create index portal_user_kind on portal_user (id) include (email, area_id, modified_on);

-- Colleagues of somebody who asks for access; a hash takes a text of any length.
create index portal_user_job_title on portal_user using hash (lower(job_title));
create index portal_user_manager on portal_user using hash (lower(manager));
