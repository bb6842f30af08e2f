// The database that the configuration names, or the embedded one, which is started.
import type { Config } from './config.ts'
import type { Connection } from './platform/postgres/database.ts'
import { startEmbedded } from './platform/postgres/embedded.ts'

type OpeningOptions = { readonly say: (line: string) => void; readonly onExit?: (reason: string) => void }

export const openDatabase = async (
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  { say, onExit }: OpeningOptions,
) => {
  if (config.databaseUrl) {
    const connection: Connection = { connectionString: config.databaseUrl }
    return { connection, stop: async () => undefined }
  }
  const embedded = await startEmbedded({ dataFolder: config.dataFolder, say, ...(onExit && { onExit }) })
  const connection: Connection = { ...embedded.connection }
  return { connection, stop: () => embedded.stop() }
}
