// Several requests decided at once.
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { requestEvents } from './operation-requests.events.ts'
import { lockRequest } from './operation-requests.store.ts'
import { callerOf } from './policy.ts'
import { reasonOf, reasonText } from './reasons.ts'
import { refuseUnlessMay, settle, type Verb } from './decisions.ts'

type Failed = { id: string; reason: string; code: string }

const messages: Readonly<Record<string, string>> = {
  'request-not-found': 'Not found',
  'permission-missing': 'You dont have permission to perform this action',
  'request-is-decided': 'This request is decided already',
}

type Reason = Pick<Failed, 'reason' | 'code'>

const reasonFor = (refusal: string): Reason => {
  const known = messages[refusal]
  if (known !== undefined) return { reason: known, code: refusal }
  const code = reasonOf(refusal)
  return { reason: reasonText(code), code }
}

/** What one of many is refused for, or nothing. */
const refusalOf = (work: Promise<unknown>): Promise<Reason | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return reasonFor(error.code)
      throw error
    },
  )

/**
 * Each by itself, in one order for everybody, so that two lists at once do not wait for each other in a circle.
 */
export const decideMany = async (ctx: Ctx, { ids, verb }: { ids: readonly string[]; verb: Verb }) => {
  const errors: Failed[] = []
  const fail = (id: string, reason: Reason) => void errors.push({ id, ...reason })
  const open: string[] = []
  for (const id of ids.toSorted()) {
    const reason = await refusalOf(refuseUnlessMay(ctx, { id, verb }))
    if (reason === undefined) open.push(id)
    else fail(id, reason)
  }
  return ctx.commit<{ success: boolean; errors: Failed[] }>(async (tx) => {
    const events: AuditEvent[] = []
    for (const id of open) {
      const request = await lockRequest(tx, id)
      if (request?.status !== 'WaitingForApprover') fail(id, reasonFor('request-is-decided'))
      else {
        const settled = await settle(tx, ctx, { request, verb })
        events.push(...settled.events)
        if (settled.code) fail(id, { reason: reasonText(settled.code), code: settled.code })
      }
    }
    const [
      first = requestEvents.bulkRefused({ subject: callerOf(ctx).id, after: { requests: ids.length } }),
      ...others
    ] = events
    return { result: { success: errors.length === 0, errors }, events: [first, ...others] }
  })
}
