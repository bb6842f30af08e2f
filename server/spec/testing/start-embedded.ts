// A server that is nothing but its database, as a process of its own: specs kill it. Ends in order on SIGINT and
// SIGTERM, and with anyone who started it, whose end closes its standard input.
import { connectSpec } from '#server/spec/testing/spec-database.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import { StartFailure } from '#server/platform/postgres/start-failure.ts'

const say = (line: object) => console.log(JSON.stringify(line))

try {
  const embedded = await startEmbedded({
    dataFolder: process.argv[2] ?? '',
    say: (said) => say({ said }),
    onExit: (exit) => say({ exit }),
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    process.stdin.destroy()
    const database = connectSpec(embedded.connection, { max: 1 })
    // A Ctrl-C must not have reached PostgreSQL yet.
    say({ last: await database.query(`select 1 as answer`) })
    await database.close()
    await embedded.stop()
    say({ stopped: true })
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.stdin.once('end', stop).resume()
  // Anyone who hears it may send a signal at once.
  say({ ready: embedded.connection })
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  say({ refused: error.message })
  process.exitCode = 1
}
