// What is started, and what a primary hands on to its workers.
import type { Connection } from './platform/postgres/database.ts'

export type Program = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What each worker runs: the same as the primary. */
  readonly script: string
  readonly webFolder: string
}

/** What only the primary knows: the database that it opened, and the example application that it started. */
export type WorkerTask = { readonly connection: Connection; readonly exampleUrl: string }
