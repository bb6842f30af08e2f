// Starts Portico: reads the configuration, brings up the database, serves, and takes everything down again.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigurationFault, readConfig } from './config.ts'
import { demoPassword } from './demo/demo-password.ts'
import type { DemoAccount } from './demo/load-demo.ts'
import { startExample } from './demo/start-example.ts'
import { fillSkeletons } from '#server/features/accounts/accounts.public.ts'
import { prepareDatabase } from './first-start.ts'
import { NotReady, refuseIncomplete, refuseOtherInstallation } from './installation.ts'
import { openDatabase } from './open-database.ts'
import { connect } from './platform/postgres/database.ts'
import { asStartFailure, migrate, MigrationFailure } from './platform/postgres/migrate.ts'
import { StartFailure } from './platform/postgres/start-failure.ts'
import { startPortico } from './portico.ts'

const webFolder = path.resolve(import.meta.dirname, '../out/web')

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Things to take down, newest first; anyone who stops waits for all. */
const opened: (() => Promise<void>)[] = []
let stopping: Promise<void> | undefined
const stop = (code: number) => {
  stopping ??= (async () => {
    for (const close of opened.reverse())
      await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    process.exit(code)
  })()
  return stopping
}

const databaseGone = (reason: string) => {
  process.stderr.write(`The database stopped: ${reason}\n`)
  void stop(1)
}

const printAccounts = (accounts: readonly DemoAccount[]) => {
  if (accounts.length === 0) return
  const width = (pick: (account: DemoAccount) => string) => Math.max(...accounts.map((account) => pick(account).length))
  const [role, name] = [width((a) => a.role), width((a) => a.userName)]
  say(`\nDemonstration accounts, password ${demoPassword}\n`)
  for (const account of accounts)
    say(`  ${account.role.padEnd(role)}  ${account.userName.padEnd(name)}  ${account.note}`)
  say('')
}

const start = async () => {
  const config = readConfig(process.env)
  refuseIncomplete(config)
  const { connection, stop: stopDatabase } = await openDatabase(config, { say, onExit: databaseGone })
  opened.push(stopDatabase)
  const database = connect(connection, { max: 10, readers: 10, parseRows: !config.production })
  opened.push(() => database.close())
  await refuseOtherInstallation(database, config).catch((error: unknown) => Promise.reject(asStartFailure(error)))
  await migrate(database)
  const example = config.production
    ? undefined
    : await startExample({ port: config.examplePort, issuer: `${config.origin}/identity`, say })
  if (example) opened.push(example.stop)
  const portico = await startPortico({ config, database, connection, webFolder })
  opened.push(async () => {
    portico.drain()
    await sleep(config.drainSeconds * 1000)
    await portico.close()
  })
  const accounts = await database.transaction((tx) =>
    prepareDatabase(tx, { config, services: portico.services, now: new Date(), exampleUrl: example?.url ?? '' }),
  )
  await fillSkeletons(database)
  await portico.app.listen({ port: config.port, host: config.host || '::' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartFailure(`Port ${config.port} is in use: set PORT to another one.`)
    if (error.code === 'EACCES')
      throw new StartFailure(`No permission to listen on port ${config.port}: set PORT to another one.`)
    throw error
  })
  printAccounts(accounts)
  say(`Portico is ready at ${config.origin}/identity`)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

start().catch(async (error: unknown) => {
  const known =
    error instanceof ConfigurationFault ||
    error instanceof StartFailure ||
    error instanceof NotReady ||
    error instanceof MigrationFailure
  process.stderr.write(
    known
      ? `${error.message}\n`
      : `Portico could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  await stop(1)
})
