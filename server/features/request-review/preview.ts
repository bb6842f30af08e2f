// What a decision would do to effective access: it is made, measured, and taken back.
import type { RequestPreview } from '#contract/request-review.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { undoAssignment } from '#server/features/access-history/access-history.public.ts'
import { measureRolesAround, previewOf } from '#server/features/access-preview/access-preview.public.ts'
import type { StoredEvent } from '#server/features/audit/audit.public.ts'
import { delegatedAuthority, memberEvents } from '#server/features/members/members.public.ts'
import {
  applyRequests,
  lockRequest,
  type LockedRequest,
  reasonText,
} from '#server/features/operation-requests/operation-requests.public.ts'
import { approveDrafts, draftsAmong } from '#server/features/users/users.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'

type RoleMeasurement = Awaited<ReturnType<Awaited<ReturnType<typeof measureRolesAround>>>>

const inWords = async (ctx: Ctx, measured: RoleMeasurement): Promise<RequestPreview['changes']> => {
  const { all } = await previewOf(ctx, measured)
  const byRole = Map.groupBy(all(), ({ roleId, change }) => `${change} ${roleId}`)
  return [...byRole.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { roleId, roleName, applicationId, applicationTitle, change } = first
    const tenants = Math.max(...same.map((row) => row.tenants))
    return [{ roleId, roleName, applicationId, applicationTitle, change, people: same.length, tenants }]
  })
}

const around = (tx: Tx, { tenantId, identityId, identityType }: OperationRequest, roles: readonly string[]) =>
  measureRolesAround(tx, {
    kind: 'addMember',
    tenantId,
    member: { identityId, identityType, roles: [...roles], isInheritable: false },
  })

/** A draft has nothing and is let in with its request: measured as if it had been let in before. */
const admitted = async (tx: Tx, ctx: Ctx, { identityType, identityId }: LockedRequest) => {
  const drafts = identityType === 'User' ? await draftsAmong(tx, ctx, [identityId]) : undefined
  // Where the caller may not, applying it will say so.
  const draft = drafts?.get(identityId)
  if (draft?.mayApprove) await approveDrafts(tx, ctx, [draft])
}

export const previewOfApplying = async (ctx: Ctx, request: OperationRequest): Promise<RequestPreview> => {
  const { measured, code } = await ctx.dryRun(async (tx, inside) => {
    const held = await lockRequest(tx, request.id)
    if (held?.status !== 'WaitingForApprover') throw new Refusal('request-is-decided', 409)
    await admitted(tx, inside, held)
    const measure = await around(tx, request, held.roles)
    const outcomes = await applyRequests(tx, inside, { requests: [held], by: callerOf(inside).id })
    return { code: outcomes.get(held.id)?.code, measured: await measure() }
  })
  const failure = code ? reasonText(code, ctx.requestInfo.language) : null
  return { failure, changes: await inWords(ctx, measured) }
}

export const previewOfUndoing = async (
  ctx: Ctx,
  { request, event }: { request: OperationRequest; event: StoredEvent },
): Promise<RequestPreview> => {
  const was = memberEvents.changed.read(event)?.before.roles ?? []
  const measured = await ctx.dryRun(async (tx, inside) => {
    const measure = await around(
      tx,
      request,
      was.map(({ roleId }) => roleId),
    )
    await undoAssignment(inside, { event, authorityAt: delegatedAuthority })
    return measure()
  })
  return { failure: null, changes: await inWords(ctx, measured) }
}
