// Which texts of SQL a PostgreSQL understands: parsed and checked against the schema, not run.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Connection } from '#server/platform/postgres/database.ts'
import { connectSpec } from './spec-database.ts'

/** What the processes of a run have recorded. */
export const recorded = (folder: string): string[] =>
  [
    ...new Set(
      globSync('*.jsonl', { cwd: folder }).flatMap((file) =>
        readFileSync(path.join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line): string => JSON.parse(line).replace(cursor, '')),
      ),
    ),
  ].filter((text) => isOneQuery.test(text))

/** No script: PREPARE would run its second statement. */
const isOneQuery = /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete|merge|values)\b[^;]*$/i

/** `stream` reads a query through one. */
const cursor = /^declare \w+ no scroll cursor for /

type QueryFault = { readonly text: string; readonly why: string }

/** `migrated`: a database with the schema and the tables of the queue. */
export const misunderstood = async (migrated: Connection, texts: readonly string[]): Promise<QueryFault[]> => {
  const database = connectSpec(migrated, { max: 1 })
  const found: QueryFault[] = []
  await database.withClient(async (session) => {
    for (const text of texts)
      try {
        await session.run(`prepare understood as ${text}`)
        await session.run('deallocate understood')
      } catch (error) {
        found.push({ text, why: String(error) })
      }
  })
  await database.close()
  return found
}
