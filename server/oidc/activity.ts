// Who uses which application, for the session log and the dashboard: collected for a second, written at once, so that
// a token costs no write of its own.
import type Provider from 'oidc-provider'
import { type Activity, recordActivity } from '#server/features/sessions/sessions.public.ts'
import type { Db } from '#server/kernel/context.ts'

const everyMilliseconds = 1000

export const createActivity = (db: Db, failed: (error: unknown) => void) => {
  let collected = new Map<string, Activity>()
  const flush = async () => {
    if (collected.size === 0) return
    const batch = [...collected.values()]
    collected = new Map()
    await recordActivity(db, batch).catch(failed)
  }
  const timer = setInterval(() => void flush(), everyMilliseconds)
  timer.unref()
  const note = (activity: Activity) => collected.set(`${activity.sessionUid}\n${activity.applicationName}`, activity)
  return {
    note,
    watch: (provider: Provider) => {
      provider.on('access_token.saved', (token) => {
        if (token.accountId && token.sessionUid && token.clientId)
          note({ sessionUid: token.sessionUid, applicationName: token.clientId, userId: token.accountId, at: new Date() })
      })
    },
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
