// A time as answers write it: in UTC, to the millisecond.
export const momentOf = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
