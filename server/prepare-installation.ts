// What comes before anything serves, once for all workers of a start: the right installation, its schema, and what a
// new database gets.
import { fillSkeletons } from '#server/features/accounts/accounts.public.ts'
import type { Config } from './config.ts'
import type { DemoAccount } from './demo/account.ts'
import { prepareDatabase } from './first-start.ts'
import { refuseOtherInstallation } from './installation.ts'
import { allowedConnections } from './platform/postgres/allowed-connections.ts'
import { connect, type Connection, type Database } from './platform/postgres/database.ts'
import { asStartFailure, migrate } from './platform/postgres/migrate.ts'
import { createPasswords } from './platform/secrets/passwords.ts'
import { createSeal, sharedSecret } from './platform/secrets/seal.ts'
import { settingsOf } from './settings.ts'

type Preparation = {
  readonly config: Config
  readonly connection: Connection
  /** Where the demonstration's example application is; empty in production. */
  readonly exampleUrl: string
}

/** The accounts that a demonstration offers. */
export const prepareInstallation = async ({
  config,
  connection,
  exampleUrl,
}: Preparation): Promise<readonly DemoAccount[]> => {
  const database = connect(connection, { max: 2, parseRows: !config.production })
  const passwords = await createPasswords()
  try {
    await refuseOtherInstallation(database, config).catch((error: unknown) => Promise.reject(asStartFailure(error)))
    await migrate(database)
    await warnOfConnections(database, config)
    const services = {
      settings: settingsOf(config),
      seal: createSeal(await sharedSecret(database, 'seal')),
      passwords,
    }
    const accounts = await database.transaction((tx) =>
      prepareDatabase(tx, { config, services, now: new Date(), exampleUrl }),
    )
    await fillSkeletons(database)
    return accounts
  } finally {
    await passwords.close()
    await database.close()
  }
}

/** Of one worker: 20 for calls, 4 for the queue, and those that listen and look whether the database is there. */
const connectionsOfOne = 27

/** Too few are noticed under load only, as calls that are answered 503. */
const warnOfConnections = async (database: Database, { workers }: Config) => {
  const allowed = await allowedConnections(database)
  const needed = connectionsOfOne * (workers === 1 ? 1 : workers + 1)
  if (allowed === undefined || allowed >= needed) return
  const orFewer = workers === 1 ? '' : `, or set WORKERS to less than ${workers}`
  process.stderr.write(
    `PostgreSQL allows ${allowed} connections, and Portico may open ${needed}: raise its max_connections${orFewer}.\n`,
  )
}
