// `npm run set-url -- https://portal.example`: moves an installation to another public address (docs/operations.md).
import { ConfigurationFault, readConfig } from './config.ts'
import { moveInstallation } from './installation.ts'
import { openDatabase } from './open-database.ts'
import { connect } from './platform/postgres/database.ts'
import { StartFailure } from './platform/postgres/start-failure.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const move = async (address: string | undefined) => {
  if (!address) throw new ConfigurationFault('Say where: npm run set-url -- https://portal.example')
  const config = readConfig({ ...process.env, PORTICO_URL: address })
  const { connection, stop } = await openDatabase(config, { say: () => undefined })
  const database = connect(connection, { max: 1 })
  try {
    const { origin } = config
    const before = await database.transaction((tx) => moveInstallation(tx, { origin, now: new Date() }))
    say(`The installation was at ${before} and is at ${origin}: start every instance with PORTICO_URL=${origin}`)
  } finally {
    await database.close()
    await stop()
  }
}

const isKnown = (error: unknown): error is Error =>
  [ConfigurationFault, StartFailure].some((kind) => error instanceof kind)

move(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${isKnown(error) ? error.message : `The address was not changed: ${String(error)}`}\n`)
  process.exitCode = 1
})
