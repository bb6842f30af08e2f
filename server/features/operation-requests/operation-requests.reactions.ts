// Who hears of a new request; and what becomes of waiting requests when what they ask about is deleted, in the
// transaction of the deletion.
import { applicationRoleEvents } from '#server/features/application-roles/application-roles.public.ts'
import { applicationEvents } from '#server/features/applications/applications.public.ts'
import { groupEvents } from '#server/features/groups/groups.public.ts'
import { tenantEvents } from '#server/features/tenants/tenants.public.ts'
import { userAdministrationEvents } from '#server/features/users/users.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import { callerId } from '#server/kernel/authorize.ts'
import type { Reaction, WriteReaction } from '#server/kernel/use-case.ts'
import { requestEvents } from './operation-requests.events.ts'
import { tellOpenLists } from './open-lists.store.ts'
import { approversJob } from './request-mails.ts'
import { cancelWaitingAt, cancelWaitingOf, dropRequestedRoles } from './ended-requests.store.ts'

const cancelled = (id: string, tenantId?: string): AuditEvent =>
  requestEvents.cancelled({ subject: id, tenantId, after: { status: 'Cancelled' } })

/** Nobody is left to get what they ask for. */
const cancelOf: WriteReaction['write'] = async (tx, { subject }, ctx) =>
  (await cancelWaitingOf(tx, subject, ctx.now, callerId(ctx))).map((id) => cancelled(id))

/** anyone who waited for access at the tenant waits no longer. */
const cancelAt: WriteReaction['write'] = async (tx, event, ctx) => {
  const title = tenantEvents.removed.read(event)?.before.title ?? ''
  const ids = await cancelWaitingAt(tx, { tenantId: event.subject, title, now: ctx.now, by: callerId(ctx) })
  return ids.map((id) => cancelled(id, event.subject))
}

const rolesGone = (event: AuditEvent): string[] =>
  event.type === applicationRoleEvents.removed.type
    ? [event.subject]
    : (applicationEvents.removed.read(event)?.before.roles ?? []).map(({ id }) => id)

/** Roles that are no more are asked for no more. */
const dropRoles: WriteReaction['write'] = async (tx, event) => {
  const dropped = await dropRequestedRoles(tx, rolesGone(event))
  return dropped.map((request) =>
    requestEvents.rolesDropped({
      subject: request.id,
      tenantId: request.tenantId,
      before: { requestedRoles: request.before },
      after: { requestedRoles: request.after },
    }),
  )
}

/** What happens to a request shows in lists that others have open. */
const shown = [
  requestEvents.created,
  requestEvents.edited,
  requestEvents.applied,
  requestEvents.rejected,
  requestEvents.cancelled,
  requestEvents.rolledBack,
  requestEvents.undone,
  requestEvents.rolesDropped,
]

export const requestReactions: readonly Reaction[] = [
  ...shown.map(({ type }) => ({ on: type, tell: tellOpenLists })),
  { on: requestEvents.created.type, job: approversJob },
  { on: userAdministrationEvents.removed.type, write: cancelOf },
  { on: groupEvents.removed.type, write: cancelOf },
  { on: tenantEvents.removed.type, write: cancelAt },
  { on: applicationRoleEvents.removed.type, write: dropRoles },
  { on: applicationEvents.removed.type, write: dropRoles },
]
