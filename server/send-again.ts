// `npm run send-again`: mails and other jobs that were given up are tried again (docs/operations.md).
import { ConfigurationFault, readConfig } from './config.ts'
import { openDatabase } from './open-database.ts'
import { sendAgain } from './platform/jobs/send-again.ts'
import { StartFailure } from './platform/postgres/start-failure.ts'

const begin = async () => {
  const { connection, stop } = await openDatabase(readConfig(process.env), { say: () => undefined })
  try {
    const moved = await sendAgain(connection)
    process.stdout.write(moved === 0 ? 'Nothing was given up.\n' : `${moved} will be tried again.\n`)
  } finally {
    await stop()
  }
}

begin().catch((error: unknown) => {
  const known = error instanceof ConfigurationFault || error instanceof StartFailure
  process.stderr.write(`${known ? error.message : `Nothing was sent again: ${String(error)}`}\n`)
  process.exitCode = 1
})
