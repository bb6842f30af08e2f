-- Writes run serializable. One that was refused too often takes this table's lock alone and is not refused again
-- (server/platform/postgres/serial.ts). It has no rows, and never will.
create table write_turn ();
