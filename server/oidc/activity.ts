// Who uses which application, for the session log and the dashboard.
import type Provider from 'oidc-provider'
import { type Activity, recordActivity } from '#server/features/sessions/sessions.public.ts'
import { batched } from '#server/kernel/batch.ts'
import type { Db } from '#server/kernel/context.ts'

export const createActivity = (db: Db, failed: (error: unknown) => void) => {
  const batch = batched<Activity>((activities) => recordActivity(db, activities), {
    keyOf: (activity) => `${activity.sessionUid}\n${activity.applicationName}`,
    failed,
  })
  return {
    note: batch.add,
    watch: (provider: Provider) => {
      provider.on('access_token.saved', (token) => {
        if (token.accountId && token.sessionUid && token.clientId)
          batch.add({
            sessionUid: token.sessionUid,
            applicationName: token.clientId,
            userId: token.accountId,
            at: new Date(),
          })
      })
    },
    stop: batch.stop,
  }
}
