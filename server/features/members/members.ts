// Own rows at tenants: given, changed and taken by an Administrator (domain-model 4.5, section 3).
import { globalTenant } from '#contract/tenants.ts'
import type { Member, members } from '#contract/members.ts'
import type { Ctx, Fact, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { guardedRoles, refuseUnlessLeft } from './identities.store.ts'
import { addRoles, deleteRow, type GivenRole, identityOf, insertRow, keepRoles, memberRow, rolesById, rowOf, setInheritable, tenantExists } from './rows.store.ts'

type Api = typeof members

const callerId = ({ actor }: Ctx) => (actor.kind === 'user' ? actor.id : null)
const isGod = ({ actor }: Ctx) => actor.kind !== 'user' || actor.roles.has('God')

const refuseUnknownTenant = async (ctx: Ctx, tenantId: string) => {
  if (!(await tenantExists(ctx.db, tenantId))) throw new Refusal('tenant-not-found', 404)
}

/** R5.7-02: the group Users has its row at the global tenant, which God edits, and no other. */
const refuseForEveryone = (ctx: Ctx, { everyone, tenantId, isNew }: { everyone: boolean; tenantId: string; isNew: boolean }) => {
  if (everyone && (isNew || tenantId !== globalTenant || !isGod(ctx))) throw new Refusal('users-group-has-no-tenants', 403)
}

/** Roles that somebody may give here: they exist, are no inherited ones, and those of the portal stay at the global tenant. */
const givable = async (ctx: Ctx, { ids, tenantId, held }: { ids: readonly string[]; tenantId: string; held: readonly string[] }): Promise<readonly GivenRole[]> => {
  const roles = await rolesById(ctx.db, ids)
  const known = new Set(roles.map(({ id }) => id))
  const fresh = roles.filter(({ id }) => !held.includes(id))
  const wrong = ids.some((id) => !known.has(id)) || fresh.some((role) => role.byHierarchy || (role.applicationName === 'identity.global' && tenantId !== globalTenant))
  if (wrong) throw new Refusal('role-not-found', 400, { field: 'roles' })
  return fresh
}

const guarded = ({ name, applicationName }: GivenRole) => applicationName === 'identity.global' && name === 'God'

/** God is given and taken by God only. */
const refuseGod = (ctx: Ctx, roles: readonly GivenRole[]) => {
  if (roles.some(guarded) && !isGod(ctx)) throw new Refusal('permission-missing', 403)
}

/** Of roles that were taken, those of which somebody must be left. */
const refuseLast = async (tx: Tx, taken: readonly GivenRole[]) => {
  const gone = taken.filter(({ name, applicationName }) => applicationName === 'identity.global' && (guardedRoles as readonly string[]).includes(name))
  if (gone.length > 0) await refuseUnlessLeft(tx, gone.map(({ name }) => name))
}

const rolesOf = (member: Member) => member.roles.map(({ roleId }) => roleId)
const told = ({ identityId, identityType, tenantId, isInheritable, roles }: Member) => ({ identityId, identityType, tenantId, isInheritable, roles: roles.map(({ applicationName, roleName }) => `${applicationName}: ${roleName}`) })

const found = async (tx: Tx | Ctx['db'], row: { id: string; tenantId: string }): Promise<Member> => {
  const member = await memberRow(tx, row)
  if (!member) throw new Refusal('member-not-found', 404)
  return member
}

const fact = (type: 'member.added' | 'member.changed' | 'member.removed', { id, tenantId }: Member, change: Pick<Fact, 'before' | 'after'>, operation?: string): Fact => ({ type, subject: id, tenantId, ...change, ...(operation && { operation }) })

export const add: UseCase<Api['add']> = async (ctx, { params: { tenantId }, input }) => {
  await refuseUnknownTenant(ctx, tenantId)
  const identity = await identityOf(ctx.db, input.identityId)
  if (identity?.kind !== input.identityType) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  refuseForEveryone(ctx, { everyone: identity.everyone, tenantId, isNew: true })
  refuseGod(ctx, await givable(ctx, { ids: input.roles, tenantId, held: [] }))
  const isInheritable = input.isInheritable || tenantId === globalTenant
  return ctx.commit<Member>(async (tx) => {
    const standing = await rowOf(tx, { tenantId, identityId: input.identityId })
    const id = standing ?? ctx.newId()
    const before = standing ? await found(tx, { id, tenantId }) : undefined
    if (standing) await setInheritable(tx, { id, isInheritable })
    else await insertRow(tx, { id, tenantId, identityType: input.identityType, identityId: input.identityId, isInheritable, by: callerId(ctx), now: ctx.now })
    await addRoles(tx, { id, roles: input.roles, by: callerId(ctx), now: ctx.now })
    const after = await found(tx, { id, tenantId })
    return { result: after, facts: [fact(before ? 'member.changed' : 'member.added', after, { ...(before && { before: told(before) }), after: told(after) })] }
  })
}

export const save: UseCase<Api['save']> = async (ctx, { params, input }) => {
  const standing = await found(ctx.db, params)
  const held = rolesOf(standing)
  refuseForEveryone(ctx, { everyone: (await identityOf(ctx.db, standing.identityId))?.everyone ?? false, tenantId: params.tenantId, isNew: false })
  refuseGod(ctx, await givable(ctx, { ids: input.roles, tenantId: params.tenantId, held }))
  const taken = await rolesById(ctx.db, held.filter((id) => !input.roles.includes(id)))
  refuseGod(ctx, taken)
  return ctx.commit<Member>(async (tx) => {
    const before = await found(tx, params)
    await setInheritable(tx, { id: params.id, isInheritable: input.isInheritable || params.tenantId === globalTenant })
    await keepRoles(tx, { id: params.id, roles: input.roles })
    await addRoles(tx, { id: params.id, roles: input.roles, by: callerId(ctx), now: ctx.now })
    await refuseLast(tx, taken)
    const after = await found(tx, params)
    return { result: after, facts: [fact('member.changed', after, { before: told(before), after: told(after) }, taken.length > 0 ? 'RemoveRolesInTenant' : undefined)] }
  })
}

export const remove: UseCase<Api['remove']> = async (ctx, { params }) => {
  const standing = await found(ctx.db, params)
  refuseForEveryone(ctx, { everyone: (await identityOf(ctx.db, standing.identityId))?.everyone ?? false, tenantId: params.tenantId, isNew: true })
  const taken = await rolesById(ctx.db, rolesOf(standing))
  refuseGod(ctx, taken)
  return ctx.commit(async (tx) => {
    const before = await found(tx, params)
    await deleteRow(tx, params.id)
    await refuseLast(tx, taken)
    return { result: {}, facts: [fact('member.removed', before, { before: told(before) }, 'RemoveRolesInTenant')] }
  })
}
