-- A sign-in that asks for a code within a minute of another one shares its code (docs/decisions/0024): it has a row with a
-- token of its own, and leads to the row that holds the code, its tries and its end.
alter table two_factor_challenge
  add column code_of uuid references two_factor_challenge (id) on delete cascade,
  add column mailed_again_on timestamptz;
create index two_factor_challenge_code_of on two_factor_challenge (code_of) where code_of is not null;
