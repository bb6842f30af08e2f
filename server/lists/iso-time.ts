/** A time within JSON that PostgreSQL makes, as `Date.toISOString` writes it. */
export const isoTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
