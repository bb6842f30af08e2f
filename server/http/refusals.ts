// Who asked for what they may not: it stands in the audit log (T28), once a minute for each person and endpoint, so
// that anyone who goes on asking fills no disk.
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { callEvents } from './http.events.ts'

const oncePer = 60_000
const mostRemembered = 10_000

export type RecordRefusal = (
  ctx: Pick<Ctx, 'actor' | 'now' | 'requestInfo' | 'commit'>,
  error: unknown,
  address: string,
) => Promise<void>

export const rememberRefusals = (failed: (error: unknown) => void): RecordRefusal => {
  const logged = new Map<string, number>()
  return async ({ actor, now, requestInfo, commit }, error, address) => {
    if (actor.kind !== 'user' || !(error instanceof Refusal) || error.status !== 403) return
    const what = `${actor.id} ${requestInfo.apiEntry}`
    if ((logged.get(what) ?? 0) > now.getTime() - oncePer) return
    if (logged.size >= mostRemembered) logged.clear()
    logged.set(what, now.getTime())
    const event = callEvents.refused({
      subject: actor.id,
      after: { reason: error.code, address: address.slice(0, 300) },
    })
    // The refusal is the answer, even if its audit event cannot be stored.
    await commit(async () => ({ result: undefined, events: [event] })).catch(failed)
  }
}
