// The database as specs have it: rows of the product's statements are compared with their schemas, and a statement of
// the spec's own may say a type in place of a schema.
import { z } from 'zod'
import type { Db, Tx } from '#server/kernel/context.ts'
import { RowMismatch } from '#server/platform/postgres/row-check.ts'
import { connect, type Connection, type ConnectOptions, type Database } from '#server/platform/postgres/database.ts'

type UncheckedDb = { query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> }

type SpecDb = UncheckedDb & Db
export type SpecTx = UncheckedDb & Tx

type Session = Parameters<Parameters<Database['withClient']>[0]>[0]

export type SpecDatabase = UncheckedDb & {
  transaction<T>(work: (tx: SpecTx) => Promise<T>, options?: Parameters<Database['transaction']>[1]): Promise<T>
  withClient<T>(work: (session: UncheckedDb & Session) => Promise<T>): Promise<T>
} & Database

export const connectSpec = (
  to: Connection | string,
  { parseRows = true, ...options }: ConnectOptions,
): SpecDatabase => {
  const database = connect(to, { ...options, parseRows })
  return {
    ...database,
    query: queryOf(database),
    transaction: (work, more) => database.transaction((tx) => work({ ...tx, query: queryOf(tx) }), more),
    withClient: (work) => database.withClient((session) => work({ ...session, query: queryOf(session) })),
  }
}

const queryOf = (db: Db): SpecDb['query'] => {
  function query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  function query<Row extends z.ZodType>(row: Row, text: string, values?: readonly unknown[]): Promise<z.output<Row>[]>
  function query(first: z.ZodType | string, second?: string | readonly unknown[], values?: readonly unknown[]) {
    if (typeof second === 'string' && typeof first !== 'string') return db.query(first, second, values).catch(tell)
    return db.query(z.unknown(), String(first), typeof second === 'string' ? values : second)
  }
  return query
}

/** The server answers 500, which does not say why. */
const tell = (error: unknown): never => {
  if (error instanceof RowMismatch) process.stderr.write(`${error.message}\n`)
  throw error
}
