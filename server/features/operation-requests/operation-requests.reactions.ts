// What becomes of waiting requests when what they ask about is deleted, in the transaction of the deletion.
import { z } from 'zod'
import { callerId } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/context.ts'
import type { WriteReaction } from '#server/kernel/use-case.ts'
import { cancelWaitingAt, cancelWaitingOf, dropRequestedRoles } from './operation-requests.store.ts'

const cancelled = (id: string, tenantId?: string): AuditEvent => ({
  type: 'request.cancelled',
  subject: id,
  ...(tenantId !== undefined && { tenantId }),
  after: { status: 'Cancelled' },
})

/** Nobody is left to get what they ask for. */
const cancelOf: WriteReaction['write'] = async (tx, { subject }, ctx) =>
  (await cancelWaitingOf(tx, subject, ctx.now, callerId(ctx))).map((id) => cancelled(id))

const Titled = z.object({ title: z.string() })

/** whoever waited for access at the tenant waits no longer. */
const cancelAt: WriteReaction['write'] = async (tx, { subject, before }, ctx) => {
  const { title } = Titled.parse(before)
  const ids = await cancelWaitingAt(tx, { tenantId: subject, title, now: ctx.now, by: callerId(ctx) })
  return ids.map((id) => cancelled(id, subject))
}

const WithRoles = z.object({ roles: z.array(z.object({ id: z.uuid() })) })

/** Roles that are no more are asked for no more. */
const dropRoles: WriteReaction['write'] = async (tx, { type, subject, before }) => {
  const roleIds = type === 'role.removed' ? [subject] : WithRoles.parse(before).roles.map(({ id }) => id)
  const dropped = await dropRequestedRoles(tx, roleIds)
  return dropped.map((request) => ({
    type: 'request.roles-dropped',
    subject: request.id,
    tenantId: request.tenantId,
    before: { requestedRoles: request.before },
    after: { requestedRoles: request.after },
  }))
}

export const requestReactions: readonly WriteReaction[] = [
  { on: 'user.removed', write: cancelOf },
  { on: 'group.removed', write: cancelOf },
  { on: 'tenant.removed', write: cancelAt },
  { on: 'role.removed', write: dropRoles },
  { on: 'application.removed', write: dropRoles },
]
