-- What is wrong with a row of an import, as codes with their data; `reason` says the same in English.
alter table process_issue add column issues jsonb not null default '[]';
