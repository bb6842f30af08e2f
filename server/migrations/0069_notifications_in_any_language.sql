-- What a notification says, as codes with their data: the sentence is written in the language of whoever reads it.
-- `description` has it in the language of the moment it was made: older instances show it, and what they make has it
-- alone.
alter table notification add column says jsonb;
