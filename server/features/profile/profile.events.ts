// What people change of their own account that is no field of it.
import { z } from 'zod'
import { auditEvent } from '#server/kernel/audit-event.ts'

const Version = z.object({ avatarVersion: z.string().nullable() })

export const profileEvents = {
  pictureChanged: auditEvent('user.picture-changed', 'user', { before: Version, after: Version }),
}
