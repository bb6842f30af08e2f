// What people arrange in their hub.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const Favourite = z.object({ applicationId: z.int() })

const RecentFirst = z.object({ recentFirst: z.boolean() })

export const hubEvents = {
  favouriteAdded: auditEvent('favourite.added', 'user', { before: none, after: Favourite }),
  favouriteRemoved: auditEvent('favourite.removed', 'user', { before: none, after: Favourite }),
  orderChanged: auditEvent('application-order.changed', 'user', {
    before: none,
    after: z.object({ order: z.array(z.int()) }),
  }),
  recentFirstChosen: auditEvent('application-order.recent-first-chosen', 'user', {
    before: RecentFirst,
    after: RecentFirst,
  }),
}
