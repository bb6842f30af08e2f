-- Who or what was meant by a faulty row of an import. The version before writes rows without it.
alter table process_issue add column label text not null default '';
