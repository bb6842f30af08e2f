// The settings with what security configurations say of them: read at the start, at every change that any
// instance makes, and each minute, in case the connection that hears of changes was down.
import { readSettings, settingsChannel } from './features/security-config/security-config.public.ts'
import type { SecuritySettings, Settings } from './kernel/context.ts'
import type { Database } from './platform/postgres/database.ts'

const everyMilliseconds = 60_000

type LiveSettings = { readonly settings: Settings; refresh(): Promise<void> }

export const liveSettings = async (database: Database, standard: Settings): Promise<LiveSettings> => {
  let current: SecuritySettings = await readSettings(database, standard)
  let reading = Promise.resolve()
  const read = async () => {
    current = await readSettings(database, standard)
  }
  return {
    settings: {
      ...standard,
      get lockout() {
        return current.lockout
      },
      get sessionSeconds() {
        return current.sessionSeconds
      },
      get companyDomains() {
        return current.companyDomains
      },
      get passwordPolicy() {
        return current.passwordPolicy
      },
    },
    // One after the other: the last one to be told reads last.
    refresh: () => {
      reading = reading.then(read, read)
      return reading
    },
  }
}

export const followSettings = async (
  database: Database,
  { refresh }: Pick<LiveSettings, 'refresh'>,
  failed: (error: unknown) => void,
) => {
  const again = () => void refresh().catch(failed)
  const listening = await database.listen(settingsChannel, again)
  // What changed between the first read and the listening.
  await refresh()
  const everyMinute = setInterval(again, everyMilliseconds)
  everyMinute.unref()
  return {
    close: () => {
      clearInterval(everyMinute)
      return listening.close()
    },
  }
}
