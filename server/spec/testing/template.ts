// The database that those of the specs are cloned from.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/platform/postgres/database.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { startPortico } from '#server/portico.ts'
import { connectSpec } from './spec-database.ts'
import { writeWebStub } from './web-stub.ts'

/**
 * What each spec file would wait for: the schema, the tables of the queue, and signing keys, since an RSA key takes
 * longer than the rest of a start. Secrets are made in a moment, and are each installation's own.
 */
export const fillTemplate = async (connection: Connection) => {
  const database = connectSpec(connection, { max: 5 })
  await migrate(database)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-template-'))
  const config = readConfig({ PORTICO_DATA: folder, PORTICO_LOG_LEVEL: 'fatal' })
  const portico = await startPortico({
    config,
    database,
    connection,
    webFolder: await writeWebStub(folder),
    clock: false,
    mailer: { send: async () => undefined },
  })
  await portico.close()
  await database.query(`delete from secret`)
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
