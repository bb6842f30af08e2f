// An end knows its event: what webhooks were sent is found by it.
import type { Reaction } from '#server/kernel/use-case.ts'
import { deprovisioningEvents } from './deprovisioning.events.ts'
import { setEvent } from './deprovisioning.store.ts'

export const deprovisioningReactions: readonly Reaction[] = [
  {
    on: 'any',
    jobs: async (tx, events) => {
      for (const { event, eventId } of events) {
        const ended = deprovisioningEvents.ended.read(event)
        if (ended) await setEvent(tx, { id: ended.after.deprovisioningId, eventId })
      }
      return []
    },
  },
]
