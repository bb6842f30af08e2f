// Several requests at once (R7.8-05, R4.10-04): each is judged and decided by itself, some of them per transaction, so
// that a thousand hold nobody up and the caller hears how far it is.
import { refuseUnprovenApprovals } from '#server/features/users/users.public.ts'
import type { Committed, Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Progress } from '#server/kernel/use-case.ts'
import { settle, type Verb } from './decisions.ts'
import { requestEvents } from './operation-requests.events.ts'
import { type LockedRequest, lockRequests } from './operation-requests.store.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import { viewerOf } from './policy.ts'
import { reasonText } from './reasons.ts'
import { standingOf } from './request-reads.store.ts'
import { notifyEnded } from './request-news.ts'

type FailedDecision = { readonly id: string; readonly reason: string; readonly code: string }
type BulkDecision = { readonly ids: readonly string[]; readonly verb: Extract<Verb, 'approve' | 'reject'> }

const messages = {
  'request-not-found': 'Not found',
  'permission-missing': 'You dont have permission to perform this action',
  'request-is-decided': 'This request is decided already',
  'step-up-needed': 'Confirm that it is you, and try again',
} as const

const refused = (id: string, code: keyof typeof messages): FailedDecision => ({ id, reason: messages[code], code })

const batchSize = 50

const mayDecide = ({ isMine, decides }: { readonly isMine: boolean; readonly decides: boolean }) => !isMine && decides

/** Of all of them, before the first is decided. */
const refuseUnproven = async (ctx: Ctx, { ids, verb }: BulkDecision) => {
  if (verb !== 'approve') return
  const mine = (await standingOf(ctx.db, ids, viewerOf(ctx))).filter(mayDecide)
  await refuseUnprovenApprovals(
    ctx,
    mine.map(({ identityId }) => identityId),
  )
}

/** Held from here on: what is judged does not change before it is decided. */
const judged = async (tx: Tx, ctx: Ctx, ids: readonly string[]) => {
  const held = new Map((await lockRequests(tx, ids)).map((request) => [request.id, request]))
  const standing = new Map((await standingOf(tx, ids, viewerOf(ctx))).map((one) => [one.id, one]))
  const open: LockedRequest[] = []
  const failed: FailedDecision[] = []
  for (const id of ids) {
    const [request, mine] = [held.get(id), standing.get(id)]
    if (!request || !mine) failed.push(refused(id, 'request-not-found'))
    else if (!mayDecide(mine)) failed.push(refused(id, 'permission-missing'))
    else if (request.status !== 'WaitingForApprover') failed.push(refused(id, 'request-is-decided'))
    else open.push(request)
  }
  return { open, failed }
}

const decideBatch = async (ctx: Ctx, { ids, verb }: BulkDecision) => {
  const { result } = await ctx.commit<readonly FailedDecision[]>(async (tx, inside) => {
    const { open, failed } = await judged(tx, inside, ids)
    const all = await settle(tx, inside, { requests: open, verb })
    const settled = all.map((one) => one.settled)
    const news = await notifyEnded(tx, inside, { settled, by: callerOf(inside).id })
    const [
      first = requestEvents.bulkRefused({ subject: callerOf(inside).id, after: { requests: ids.length } }),
      ...more
    ] = all.flatMap((one) => one.events)
    const rolledBack = settled.flatMap(({ request: { id }, code }) =>
      code ? [{ id, reason: reasonText(code), code }] : [],
    )
    return {
      result: [...failed, ...rolledBack],
      events: [first, ...more, ...news.events],
      followUps: news.followUps,
    }
  })
  return result
}

/** A rule of the database that nobody foresaw, or an area that is guarded meanwhile, stops one request only. */
const decideEach = async (ctx: Ctx, { ids, verb }: BulkDecision): Promise<readonly FailedDecision[]> => {
  const failed: FailedDecision[] = []
  for (const id of ids) failed.push(...(await decideBatch(ctx, { ids: [id], verb }).catch(failedAlone(id))))
  return failed
}

const isUnproven = (error: unknown) => error instanceof Refusal && error.code === 'step-up-needed'
const stopsOne = (error: unknown) => isUnproven(error) || (error instanceof Refusal && 'constraint' in error.detail)

const failedAlone =
  (id: string) =>
  (error: unknown): FailedDecision[] => {
    if (!stopsOne(error)) throw error
    if (isUnproven(error)) return [refused(id, 'step-up-needed')]
    return [{ id, reason: reasonText('request-not-applied'), code: 'request-not-applied' }]
  }

const decideSome = async (ctx: Ctx, many: BulkDecision) => {
  try {
    return await decideBatch(ctx, many)
  } catch (error) {
    if (!stopsOne(error)) throw error
    return decideEach(ctx, many)
  }
}

/** In one order for everybody, so that two lists at once do not wait for each other in a circle. */
export const decideMany = async (
  ctx: Ctx,
  many: BulkDecision,
  progress: Progress,
): Promise<Committed<{ success: boolean; errors: FailedDecision[] }>> => {
  await refuseUnproven(ctx, many)
  const ids = many.ids.toSorted()
  const errors: FailedDecision[] = []
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize)
    errors.push(...(await decideSome(ctx, { ...many, ids: batch })))
    progress(at + batch.length, ids.length)
  }
  return { result: { success: errors.length === 0, errors }, committed: true }
}
