// Access that somebody asks for themselves, from the hub; of which applications: requestable.ts.
import { z } from 'zod'
import { endpoints } from './kernel/endpoint.ts'
import { issue } from './kernel/issue.ts'
import { OperationRequest } from './operation-requests.ts'

const ApplicationId = z.coerce.number().pipe(z.int32())

/** One of the caller's tenants, with what may be asked for there. */
export const RequestableTenant = z.object({
  tenantId: z.uuid(),
  tenantName: z.string(),
  roles: z.array(z.object({ roleId: z.uuid(), roleName: z.string(), held: z.boolean() })),
  /** Who decides: at most 20. */
  approvers: z.array(z.object({ id: z.uuid(), displayName: z.string() })),
  /** The median of the last 90 days there; null where nothing was decided. */
  hoursToDecide: z.number().nullable(),
  /** What waits for the caller there already. */
  waiting: z
    .object({ id: z.uuid(), since: z.iso.datetime(), isMine: z.boolean(), roles: z.array(z.uuid()) })
    .nullable(),
})
export type RequestableTenant = z.infer<typeof RequestableTenant>

export const accessRequests = endpoints({
  options: {
    method: 'GET',
    path: '/profile/accessRequests/options',
    access: 'signed-in',
    summary: 'At which of their tenants the caller may ask for which roles of an application, and who decides.',
    query: z.object({ applicationId: ApplicationId }),
    output: z.object({ tenants: z.array(RequestableTenant) }),
  },
  ask: {
    method: 'POST',
    path: '/profile/accessRequests',
    access: 'signed-in',
    summary:
      'Asks for roles of an application for oneself; added to what one asked for there before, as long as it waits.',
    input: z.object({
      applicationId: z.int32(),
      tenantId: z.uuid({ error: issue('missing') }),
      roles: z.array(z.uuid()).min(1, issue('missing')).max(50, issue('too-many-entries')),
      note: z
        .string()
        .trim()
        .max(1000, issue('field-too-long'))
        .nullish()
        .transform((text) => text || null),
    }),
    output: OperationRequest,
  },
})
