// Is the database there at all? Asked on a connection of its own when something takes long: a statement may take its
// time, a database that stands still may not (T60).
import pg from 'pg'
import { DatabaseUnavailable } from './database-errors.ts'

export type PulseTiming = { readonly patience: number; readonly answersWithin: number }

/** Together they stay below the ten seconds within which a caller hears that the database is not there. */
export const standard: PulseTiming = { patience: 4_000, answersWithin: 3_000 }

export type Pulse = { watch<T>(work: Promise<T>): Promise<T> }

export const pulseOf = (client: pg.ClientConfig, { patience, answersWithin }: PulseTiming = standard): Pulse => {
  let asking: Promise<boolean> | undefined

  const ask = async () => {
    const probe = new pg.Client({ ...client, connectionTimeoutMillis: answersWithin, query_timeout: answersWithin })
    probe.on('error', () => undefined)
    try {
      await probe.connect()
      await probe.query('select 1')
      await probe.end()
      return true
    } catch (error) {
      // Its end is nothing that a database which stands still would answer.
      probe.connection.stream.destroy()
      // Anyone who refuses (too many connections, say) is there.
      return error instanceof pg.DatabaseError
    }
  }

  const beats = () => (asking ??= ask().finally(() => (asking = undefined)))

  return {
    watch: <T>(work: Promise<T>) => {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const look = async () => {
        if (!(await beats())) return reject(new DatabaseUnavailable('The database does not answer.'))
        timer = setTimeout(look, patience)
      }
      let timer = setTimeout(look, patience)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
      return promise
    },
  }
}
