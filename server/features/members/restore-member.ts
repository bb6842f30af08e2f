// A member goes back to what it was, for an undo: what stood comes back, so no rule for new roles is asked
// (byHierarchy). Roles whose end has passed stay away.
import { globalTenant } from '#contract/tenants.ts'
import { callerId } from '#server/kernel/authorize.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { removalEvent } from './identities.store.ts'
import { eventOf, foundMember, refuseLast, rolesOf } from './own-member.ts'
import { refuseForEveryone, refuseUnlessManageable, type Authority, administratorAuthority } from './policy.ts'
import * as store from './members.store.ts'
import type { OwnMember } from './members.store.ts'
import { addRoles, keepRoles, rolesById, setEnds } from './role-assignments.store.ts'

/** Where, whose, and what it was: null where there was none. */
type MemberRestore = { readonly tenantId: string; readonly identityId: string; readonly was: OwnMember | null }

type Role = OwnMember['roles'][number]
const timeOf = ({ endsOn }: Role) => (endsOn ? new Date(endsOn).getTime() : Number.POSITIVE_INFINITY)

/** What has not ended meanwhile. */
export const livingRoles = (member: Pick<OwnMember, 'roles'> | null | undefined, now: Date): readonly Role[] =>
  (member?.roles ?? []).filter((role) => timeOf(role) > now.getTime())

/** Roles that come, go, or get another end; all of them where they begin or cease to pass down. */
const touched = (before: OwnMember | undefined, was: OwnMember | null, now: Date): string[] => {
  const [current, wanted] = [before?.roles ?? [], livingRoles(was, now)]
  const ends = (roles: readonly Role[]) => new Map(roles.map((role) => [role.roleId, timeOf(role)]))
  const [old, next] = [ends(current), ends(wanted)]
  const all = [...new Set([...old.keys(), ...next.keys()])]
  return before && was && before.isInheritable !== was.isInheritable
    ? all
    : all.filter((id) => old.get(id) !== next.get(id))
}

type RestoreInput = {
  readonly authority: Authority
  readonly before: OwnMember | undefined
  readonly was: OwnMember | null
  readonly now: Date
}

const refuseUnlessAuthorized = async (db: ReadCtx['db'] | Tx, { authority, before, was, now }: RestoreInput) => {
  const identityId = (before ?? was)?.identityId
  const identity = identityId ? await store.identityOf(db, identityId) : undefined
  refuseForEveryone(authority, { everyone: identity?.everyone ?? false, isNew: !before || !was })
  refuseUnlessManageable(authority, await rolesById(db, touched(before, was, now)))
}

const standingAt = async (
  db: ReadCtx['db'] | Tx,
  { tenantId, identityId }: Pick<MemberRestore, 'tenantId' | 'identityId'>,
) => (await store.membersOf(db, identityId)).find((member) => member.tenantId === tenantId)

/** Refuses anyone who may not put the member back, as `restoreMember` would. */
export const refuseUnlessMayRestore = async (
  ctx: ReadCtx,
  restored: MemberRestore,
  authorityAt: AuthorityAt = administratorAuthority,
) => {
  const authority = await authorityAt(ctx, restored.tenantId)
  await refuseUnlessAuthorized(ctx.db, {
    // It is only asked.
    authority: { ...authority, refuseUnproven: () => undefined },
    before: await standingAt(ctx.db, restored),
    was: restored.was,
    now: ctx.now,
  })
}

const write = async (tx: Tx, ctx: Ctx, { before, was }: { before: OwnMember | undefined; was: OwnMember }) => {
  const { id, tenantId, identityType, identityId } = before ?? was
  const isInheritable = was.isInheritable || tenantId === globalTenant
  const written = { id, isInheritable, by: callerId(ctx) ?? null, now: ctx.now }
  const living = livingRoles(was, ctx.now)
  const roles = living.map(({ roleId }) => roleId)
  if (before) await store.setInheritable(tx, written)
  else await store.insertMember(tx, { ...written, tenantId, identityType, identityId })
  await keepRoles(tx, { id, roles })
  await addRoles(tx, { ...written, roles })
  const ends = living.flatMap(({ roleId, endsOn }) =>
    endsOn ? [{ roleId, endsOn: new Date(endsOn).toISOString() }] : [],
  )
  await setEnds(tx, { id, roles, ends })
  return eventOf({ before, after: await foundMember(tx, { id, tenantId }) })
}

export type AuthorityAt = (ctx: ReadCtx, tenantId: string) => Promise<Authority>

/** `judge` says, with the member held, whether it may still go back. */
export const restoreMember = async (
  ctx: Ctx,
  restored: MemberRestore,
  judge: (tx: Tx) => Promise<void>,
  authorityAt: AuthorityAt = administratorAuthority,
) => {
  const authority = await authorityAt(ctx, restored.tenantId)
  return ctx.commit(async (tx) => {
    const id = await store.lockMember(tx, restored)
    await judge(tx)
    const before = id ? await foundMember(tx, { id, tenantId: restored.tenantId }) : undefined
    const { was } = restored
    await refuseUnlessAuthorized(tx, { authority, before, was, now: ctx.now })
    const taken = before
      ? rolesOf(before).filter((role) => !livingRoles(was, ctx.now).some(({ roleId }) => roleId === role))
      : []
    const event = was ? await write(tx, ctx, { before, was }) : await remove(tx, before)
    await refuseLast(tx, await rolesById(tx, taken))
    return { result: {}, events: [event] }
  })
}

const remove = async (tx: Tx, before: OwnMember | undefined): Promise<AuditEvent> => {
  if (!before) throw new Refusal('tenant-member-not-found', 404)
  await store.deleteMember(tx, before.id)
  return removalEvent(before)
}
