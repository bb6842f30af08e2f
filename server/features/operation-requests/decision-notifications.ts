// Who is notified of a decision, and of what.
import type { RequestStatus } from '#contract/operation-requests.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import type { LockedRequest } from './operation-requests.store.ts'
import { readersOf, textsOf } from './request-texts.store.ts'
import { type Kind, requestMessages } from './messages.ts'
import { type ReasonCode, reasonText } from './reasons.ts'

type Outcome = { readonly status: RequestStatus; readonly reason: string | null; readonly code?: ReasonCode }

/**
 * Whom to tell what: the person what they have now, the person who asked how it ended; of a failure anyone who
 * approved it, too.
 */
const recipientsOf = ({
  request,
  status,
  by,
}: {
  request: LockedRequest
  status: RequestStatus
  by: string
}): [string | null, Kind][] => {
  const creator = request.createdBy === by ? null : request.createdBy
  if (status === 'Applied')
    return [
      [request.identityType === 'User' ? request.identityId : null, 'assigned'],
      [creator === request.identityId ? null : creator, 'applied'],
    ]
  if (status === 'Rejected') return [[creator, 'rejected']]
  return status === 'RollBack'
    ? [
        [request.createdBy, 'failed'],
        [request.createdBy === by ? null : by, 'failed'],
      ]
    : []
}

/** What a person wrote stays as it is; why it could not be applied is said in the reader's language. */
const reasonIn = ({ reason, code }: Outcome, language: string) => (code ? reasonText(code, language) : (reason ?? ''))

export const notifyOutcome = async (
  tx: Tx,
  ctx: Ctx,
  { request, outcome, by }: { request: LockedRequest; outcome: Outcome; by: string },
): Promise<AuditEvent[]> => {
  const recipients = recipientsOf({ request, status: outcome.status, by }).flatMap(([id, kind]) =>
    id ? [{ id, kind }] : [],
  )
  const about = await textsOf(tx, request.id)
  if (recipients.length === 0 || !about) return []
  const languages = new Map(
    (
      await readersOf(
        tx,
        recipients.map(({ id }) => id),
      )
    ).map(({ id, language }) => [id, language]),
  )
  const events: AuditEvent[] = []
  for (const { id, kind } of recipients) {
    const language = languages.get(id)
    if (language === undefined || (kind === 'assigned' && about.roles.length === 0)) continue
    const description = requestMessages(kind, language, { ...about, reason: reasonIn(outcome, language) })
    events.push(
      await notify(tx, ctx, {
        userId: id,
        type: 'PermissionAssigned',
        description,
        ...(kind === 'failed' && { data: { messageError: outcome.reason ?? '', code: outcome.code } }),
      }),
    )
  }
  return events
}
