// What happens to the installation as a whole.
import { z } from 'zod'
import { auditEvent } from './kernel/audit-event.ts'

const Address = z.object({ address: z.string() })

export const installationEvents = {
  moved: auditEvent('installation.moved', 'name', { before: Address, after: Address }),
}
