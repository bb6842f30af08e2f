// One instance: its connections, the whole server, and the port. Several of them in one start share the processors.
import { flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { connect, type Connection } from './platform/postgres/database.ts'
import { StartFailure } from './platform/postgres/start-failure.ts'
import { startPortico } from './portico.ts'

/** So many seconds a kept connection has for its next call, when another one listens, before it is closed. */
const leastGrace = 5

export type Serving = {
  /** Not ready for balancers at first, then no calls any more, then down. */
  stop(): Promise<void>
  /** Another one listens in its place: no new connections, and those that there are end with an answer. */
  retire(): Promise<void>
}

/** How many passwords one of the workers hashes at a time: its share of the processors (docs/decisions/0070). */
const hashedAtATime = (workers: number) => Math.ceil(availableParallelism() / workers)

type Parts = {
  readonly config: Config
  readonly connection: Connection
  readonly webFolder: string
  /** Told of what there is to take down, as soon as it is there. */
  readonly opened: (close: () => Promise<void>) => void
}

export const servePortico = async ({ config, connection, webFolder, opened }: Parts): Promise<Serving> => {
  const database = connect(connection, { max: 8, readers: 8, short: 4, parseRows: !config.production })
  opened(() => database.close())
  const processors = hashedAtATime(config.workers)
  const portico = await startPortico({ config, database, connection, webFolder, processors })
  let retired = false
  const stop = async () => {
    portico.drain()
    if (!retired) await sleep(config.drainSeconds * 1000)
    await portico.close()
  }
  opened(stop)
  await giveBackMemory()
  await portico.app.listen({ port: config.port, host: config.host || '::' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new StartFailure(`Port ${config.port} is in use: set PORT to another one.`)
    if (error.code === 'EACCES')
      throw new StartFailure(`No permission to listen on port ${config.port}: set PORT to another one.`)
    throw error
  })
  // A worker that is killed leaves nothing to the next one.
  flushCompileCache()
  return {
    stop,
    retire: async () => {
      retired = true
      await portico.retire(Math.max(leastGrace, config.drainSeconds) * 1000)
      await portico.close()
    },
  }
}
