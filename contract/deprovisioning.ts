// Where an account that was locked or deleted was ended: each application that its person could open, and whether it
// answered (additive, docs/decisions/0046).
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { ById, Nothing } from './kernel/fields.ts'

const moment = z.iso.datetime()

export const EndReceipt = z.object({
  id: z.uuid(),
  /** Of the application, or of the webhook that belongs to none. */
  name: z.string(),
  applicationId: z.int().nullable(),
  /** `logout`: OpenID Connect Back-Channel Logout; `none`: there is no address to tell it at. */
  channel: z.enum(['logout', 'webhook', 'none']),
  state: z.enum(['waiting', 'answered', 'failed', 'untold']),
  attempts: z.int(),
  toldOn: moment.nullable(),
  answeredOn: moment.nullable(),
  status: z.int().nullable(),
  failure: z.string().nullable(),
})
export type EndReceipt = z.infer<typeof EndReceipt>

export const Deprovisioning = z.object({
  id: z.uuid(),
  cause: z.enum(['locked', 'deleted']),
  endedOn: moment,
  /** Of the portal: they ended at that moment, with every token. */
  sessions: z.int(),
  receipts: z.array(EndReceipt),
})
export type Deprovisioning = z.infer<typeof Deprovisioning>

const administrators = anyOf('Administrator', 'UserAdministrator')

export const deprovisioning = endpoints({
  ofUser: {
    method: 'GET',
    path: '/admin/users/:id/deprovisioning',
    access: administrators,
    summary: 'Where the account was ended when it was last locked, or deleted; null where it never was.',
    params: ById,
    output: z.object({ latest: Deprovisioning.nullable() }),
  },
  tellAgain: {
    method: 'POST',
    path: '/admin/users/:id/deprovisioning/again',
    access: administrators,
    summary: 'Tells those applications once more that did not answer.',
    params: ById,
    output: Nothing,
  },
})
