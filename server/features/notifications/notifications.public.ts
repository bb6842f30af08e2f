// What other features may do: queue a process, tell somebody something, keep a file for a day.
import type { Reaction } from '#server/kernel/use-case.ts'
import type { Db } from '#server/kernel/context.ts'
import { purgeFiles } from './files.store.ts'
import { processEvents } from './notifications.events.ts'
import { purgeEnded } from './processes.store.ts'

export { storeFile } from './files.ts'
export { type ListReaders, realtimeMessages } from './realtime.ts'
export { realtimeChannel } from './notifications.store.ts'
export { processKind } from './process-kind.ts'
export { importInBackground, notify, notifyAll, queueProcess } from './queue.ts'
export { notificationsData, processesData } from './personal-data.store.ts'
export { createRunner } from './run-processes.ts'

export const processReactions: readonly Reaction[] = [{ on: processEvents.queued.type, job: 'run-process' }]

/** Called by a job. */
export const purgeLeftovers = async (db: Db) => {
  await purgeFiles(db)
  await purgeEnded(db)
}
