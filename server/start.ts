// Starts Portico: reads the configuration, brings up the database, serves with one process or with a primary and its
// workers, and takes everything down again. The primary loads as little as it can: the server is loaded by who serves.
import './collecting.ts'
import cluster from 'node:cluster'
import { type Config, readConfig } from './config.ts'
import type { DemoAccount } from './demo/account.ts'
import { refuseIncomplete } from './not-ready.ts'
import { openDatabase } from './open-database.ts'
import type { Connection } from './platform/postgres/database.ts'
import { leaveSignalsToThePrimary } from './platform/workers/obey.ts'
import type { Program } from './program.ts'
import { startFailureText, takingDown } from './taking-down.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const down = takingDown()
let stopping = false
const stop = async (code: number) => {
  stopping = true
  await down.close()
  process.exit(code)
}

const giveUp = (reason: string) => {
  tell(reason)
  void stop(1)
}

const printAccounts = async (accounts: readonly DemoAccount[]) => {
  if (accounts.length === 0) return
  const { demoPassword } = await import('./demo/demo-password.ts')
  const width = (pick: (account: DemoAccount) => string) => Math.max(...accounts.map((account) => pick(account).length))
  const [role, name] = [width((a) => a.role), width((a) => a.userName)]
  say(`\nDemonstration accounts, password ${demoPassword}\n`)
  for (const account of accounts)
    say(`  ${account.role.padEnd(role)}  ${account.userName.padEnd(name)}  ${account.note}`)
  say('')
}

const startExampleOf = async ({ production, examplePort, origin }: Config) => {
  if (production) return ''
  const { startExample } = await import('./demo/start-example.ts')
  const example = await startExample({ port: examplePort, issuer: `${origin}/identity`, say })
  down.opened(example.stop)
  return example.url
}

type Start = {
  readonly config: Config
  readonly connection: Connection
  readonly exampleUrl: string
  readonly program: Program
}

const serveAlone = async ({ config, connection, exampleUrl, program }: Start): Promise<readonly DemoAccount[]> => {
  // Which would end it.
  process.on('SIGUSR2', () => tell('One process cannot be renewed while it serves: set WORKERS to 2 or more.'))
  const { prepareInstallation } = await import('./prepare-installation.ts')
  const accounts = await prepareInstallation({ config, connection, exampleUrl })
  // A start that is refused by then has not loaded the server.
  const { servePortico } = await import('./serve-portico.ts')
  await servePortico({ config, connection, webFolder: program.webFolder, opened: down.opened })
  return accounts
}

const serveWithWorkers = async ({
  config,
  connection,
  exampleUrl,
  program,
}: Start): Promise<readonly DemoAccount[]> => {
  const { startWorkers } = await import('./primary.ts')
  const task = { connection, exampleUrl }
  return startWorkers({ config, script: program.script, task, tell, giveUp, opened: down.opened })
}

const start = async (program: Program) => {
  const config = readConfig(program.environment)
  refuseIncomplete(config)
  const { connection, stop: stopDatabase } = await openDatabase(config, {
    say,
    onExit: (reason) => giveUp(`The database stopped: ${reason}`),
  })
  down.opened(stopDatabase)
  const exampleUrl = await startExampleOf(config)
  const serve = config.workers === 1 ? serveAlone : serveWithWorkers
  await printAccounts(await serve({ config, connection, exampleUrl, program }))
  say(`Portico is ready at ${config.origin}/identity`)
}

/** As the primary, which starts itself once more for each worker; or as one of these. */
export const run = async (program: Program): Promise<void> => {
  if (cluster.isWorker) {
    leaveSignalsToThePrimary()
    const { work } = await import('./worker.ts')
    return work(program)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  await start(program).catch(async (error: unknown) => {
    // What a stop in the middle of the start breaks off is no failure.
    if (!stopping) tell(startFailureText(error))
    await stop(1)
  })
}
