// What happens to notifications and to processes in the background.
import { z } from 'zod'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const Count = z.object({ count: z.int() })
const Type = z.object({ type: z.string() })

export const notificationEvents = {
  sent: auditEvent('notification.sent', 'user', { before: none, after: Type.extend({ id: z.guid() }) }),
  removed: auditEvent('notification.removed', 'notification', {
    before: Type.extend({ description: z.string() }),
    after: none,
  }),
  allRead: auditEvent('notifications.read', 'user', { before: none, after: Count }),
  allRemoved: auditEvent('notifications.removed', 'user', { before: none, after: Count }),
}

export const processEvents = {
  queued: auditEvent('process.queued', 'process', { before: none, after: Type.extend({ total: z.int().optional() }) }),
  stopAsked: auditEvent('process.stop-asked', 'process', { before: Type.extend({ state: z.string() }), after: none }),
  ended: auditEvent('process.ended', 'process', {
    before: none,
    after: Type.extend({
      state: z.string(),
      error: z.string().optional(),
      done: z.int(),
      total: z.int().optional(),
    }),
  }),
}
