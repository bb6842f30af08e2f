// Members of a tenant: one endpoint each of `contract/members.ts`, at both bases (domain-model 4.3–4.5, section 3).
import type { InputOf } from '#contract/kernel/endpoint.ts'
import type { IdentityAtTenant, Member, members } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import { callerId } from '#server/kernel/authorize.ts'
import type { Committed, Ctx, ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { readIdentity, readList, withoutForeignTenants } from './member-reads.ts'
import { deleteMember, identityOf, insertMember, lockMember, setInheritable } from './members.store.ts'
import { addRoles, keepRoles, rolesById, setEnds } from './role-assignments.store.ts'
import {
  eventOf,
  foundMember,
  givable,
  refuseLast,
  refusePast,
  refuseSpreading,
  rolesOf,
  rolesWithAnotherEnd,
  shown,
} from './own-member.ts'
import {
  delegatedAuthority,
  refuseForEveryone,
  refuseUnknownIdentity,
  refuseUnlessDelegated,
  refuseUnlessManageable,
  type Authority,
  administratorAuthority,
} from './policy.ts'
import { revoke } from './revoke-access.ts'
import { refuseStaleMember } from './stale-member.ts'

export { exportMembers as export } from './member-export.ts'

type Api = typeof members
type NewMember = InputOf<Api['add']>
type SavedMember = InputOf<Api['save']>

const addMember = async (ctx: Ctx, authority: Authority, input: NewMember) => {
  const { tenantId } = authority
  const identity = await identityOf(ctx.db, input.identityId)
  if (identity?.kind !== input.identityType) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  refuseForEveryone(authority, { everyone: identity.everyone, isNew: true })
  refuseUnlessManageable(authority, await givable(ctx, { ids: input.roles, tenantId, current: [] }))
  refusePast(ctx, input.ends)
  const isInheritable = input.isInheritable || tenantId === globalTenant
  return ctx.commit<Member>(async (tx) => {
    const standing = await lockMember(tx, { tenantId, identityId: input.identityId })
    const id = standing ?? ctx.newId()
    const before = standing ? await foundMember(tx, { id, tenantId }) : undefined
    if (before) await refuseSpreading(tx, authority, { before, isInheritable })
    const written = { id, isInheritable, by: callerId(ctx) ?? null, now: ctx.now }
    if (standing) await setInheritable(tx, written)
    else
      await insertMember(tx, { ...written, tenantId, identityType: input.identityType, identityId: input.identityId })
    await addRoles(tx, { ...written, roles: input.roles })
    if (input.ends) await setEnds(tx, { id, roles: input.roles, ends: input.ends })
    return {
      result: await shown(tx, ctx, { tenantId, identityId: input.identityId }),
      events: [eventOf({ before, after: await foundMember(tx, { id, tenantId }) })],
    }
  })
}

const saveMember = async (ctx: Ctx, authority: Authority, { id, input }: { id: string; input: SavedMember }) => {
  const { tenantId } = authority
  return ctx.commit<Member>(async (tx) => {
    await lockMember(tx, await foundMember(tx, { id, tenantId }))
    const before = await foundMember(tx, { id, tenantId })
    await refuseStaleMember(tx, id, input.modifiedOn)
    const current = rolesOf(before)
    refuseForEveryone(authority, {
      everyone: (await identityOf(tx, before.identityId))?.everyone ?? false,
      isNew: false,
    })
    const fresh = await givable(ctx, { ids: input.roles, tenantId, current })
    const taken = await rolesById(
      tx,
      current.filter((role) => !input.roles.includes(role)),
    )
    const ending = await rolesById(tx, rolesWithAnotherEnd(before, input))
    refuseUnlessManageable(authority, [...fresh, ...taken, ...ending])
    refusePast(ctx, input.ends)
    const isInheritable = input.isInheritable || tenantId === globalTenant
    await refuseSpreading(tx, authority, { before, isInheritable })
    await setInheritable(tx, { id, isInheritable, by: callerId(ctx) ?? null, now: ctx.now })
    await keepRoles(tx, { id, roles: input.roles })
    await addRoles(tx, { id, roles: input.roles, by: callerId(ctx) ?? null, now: ctx.now })
    if (input.ends) await setEnds(tx, { id, roles: input.roles, ends: input.ends })
    await refuseLast(tx, taken)
    return {
      result: await shown(tx, ctx, before),
      events: [eventOf({ before, after: await foundMember(tx, { id, tenantId }) })],
    }
  })
}

const removeMember = async (ctx: Ctx, authority: Authority, id: string) => {
  const { tenantId } = authority
  return ctx.commit(async (tx) => {
    await lockMember(tx, await foundMember(tx, { id, tenantId }))
    const before = await foundMember(tx, { id, tenantId })
    refuseForEveryone(authority, {
      everyone: (await identityOf(tx, before.identityId))?.everyone ?? false,
      isNew: true,
    })
    const taken = await rolesById(tx, rolesOf(before))
    refuseUnlessManageable(authority, taken)
    await deleteMember(tx, id)
    await refuseLast(tx, taken)
    return { result: {}, events: [eventOf({ before })] }
  })
}

export const list: UseCase<Api['list']> = async (ctx, { params, query }) => {
  await administratorAuthority(ctx, params.tenantId)
  return readList(ctx, params.tenantId, query)
}
export const identity: UseCase<Api['identity']> = async (ctx, { params, query }) => {
  await administratorAuthority(ctx, params.tenantId)
  return readIdentity(ctx, params.tenantId, query)
}
export const add: UseCase<Api['add']> = async (ctx, { params, input }) =>
  addMember(ctx, await administratorAuthority(ctx, params.tenantId), input)
export const save: UseCase<Api['save']> = async (ctx, { params, input }) =>
  saveMember(ctx, await administratorAuthority(ctx, params.tenantId), { id: params.id, input })
export const remove: UseCase<Api['remove']> = async (ctx, { params }) =>
  removeMember(ctx, await administratorAuthority(ctx, params.tenantId), params.id)
export const revokeAccess: UseCase<Api['revokeAccess']> = async (ctx, { params, input }) =>
  revoke(ctx, await administratorAuthority(ctx, params.tenantId), input)

export const profileList: UseCase<Api['profileList']> = async (ctx, { params, query }) => {
  await refuseUnlessDelegated(ctx, params.tenantId)
  const list = await readList(ctx, params.tenantId, query)
  return { ...list, items: await withoutForeignTenants(ctx, list.items) }
}
export const profileIdentity: UseCase<Api['profileIdentity']> = async (ctx, { params: { tenantId }, query }) => {
  await refuseUnlessDelegated(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId: query.identityId, field: 'identityId' })
  const [shown] = await withoutForeignTenants(ctx, [await readIdentity(ctx, tenantId, query)])
  return shown as IdentityAtTenant
}
export const profileAdd: UseCase<Api['profileAdd']> = async (ctx, { params: { tenantId }, input }) => {
  const authority = await delegatedAuthority(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId: input.identityId, field: 'identityId' })
  return shownToDelegates(ctx, await addMember(ctx, authority, input))
}
export const profileSave: UseCase<Api['profileSave']> = async (ctx, { params, input }) => {
  const authority = await delegatedAuthority(ctx, params.tenantId)
  return shownToDelegates(ctx, await saveMember(ctx, authority, { id: params.id, input }))
}
export const profileRemove: UseCase<Api['profileRemove']> = async (ctx, { params }) =>
  removeMember(ctx, await delegatedAuthority(ctx, params.tenantId), params.id)
export const profileRevokeAccess: UseCase<Api['profileRevokeAccess']> = async (
  ctx,
  { params: { tenantId }, input },
) => {
  const authority = await delegatedAuthority(ctx, tenantId)
  await refuseUnknownIdentity(ctx, { tenantId, identityId: input.userId, field: 'userId' })
  return shownToDelegates(ctx, await revoke(ctx, authority, input))
}

/** Where else somebody is a member is told to those who act there, too. */
const shownToDelegates = async <M extends Pick<Member, 'tenants'>>(
  ctx: ReadCtx,
  { result, ...committed }: Committed<M>,
): Promise<Committed<M>> => {
  const [shown] = await withoutForeignTenants(ctx, [result])
  return { ...committed, result: shown as M }
}
