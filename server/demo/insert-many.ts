// Thousands of rows in one statement and one parameter, whatever their number.
import type { Tx } from '#server/kernel/context.ts'

/** Column → its SQL type. */
type Columns = Readonly<Record<string, string>>

/** Table and columns are texts of this folder, never input. */
export const insertMany = async <C extends Columns>(
  tx: Tx,
  table: string,
  columns: C,
  rows: readonly { readonly [K in keyof C]: unknown }[],
): Promise<void> => {
  const names = Object.keys(columns).join(', ')
  const typed = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
  await tx.execute(
    `insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as row (${typed})`,
    [JSON.stringify(rows)],
  )
}
