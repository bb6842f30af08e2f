// Members of a tenant: one endpoint each of `contract/members.ts`, at both bases (domain-model 4.3–4.5, section 3).
import { globalTenant } from '#contract/tenants.ts'
import type { IdentityAtTenant, Member, MemberQuery, members, RoleEntry } from '#contract/members.ts'
import { page } from '#contract/kernel/page.ts'
import type { InputOf } from '#contract/kernel/endpoint.ts'
import type { Ctx, Fact, ReadCtx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { guardedRoles, refuseUnlessLeft } from './identities.store.ts'
import { listMembers, memberAt, rolesThroughGroups } from './member-list.store.ts'
import { callerId, refuseForEveryone, refuseUnlessActing, refuseUnlessManageable, type Right, rightAsActing, rightAsAdministrator } from './rights.ts'
import { addRoles, deleteRow, type GivenRole, identityOf, insertRow, keepRoles, type OwnRow, ownRowById, rolesById, rowOf, rowsOnPath, setEnds, setInheritable, takeRoles } from './rows.store.ts'

export { exportMembers as export } from './member-export.ts'

type Api = typeof members
type NewMember = InputOf<Api['add']>
type SavedMember = InputOf<Api['save']>

const readList = async (ctx: ReadCtx, tenantId: string, query: MemberQuery) => {
  const { items, count } = await listMembers(ctx.db, { tenantId, query })
  return page(items, count, query)
}

/** Of two ways to say the tenant, the path's counts; another one beside it is a mistake. */
const refuseOtherTenant = (tenantId: string, said: string | null | undefined) => {
  if (said !== undefined && (said || globalTenant) !== tenantId) throw new Refusal('invalid', 400, { issues: [{ path: ['tenantId'], message: 'tenantId is not that of the path' }] })
}

type Asked = { readonly tenantId: string; readonly identityId: string; readonly withGroups: boolean; readonly asOf?: string | undefined }

const stateOf = async (db: ReadCtx['db'], { tenantId, identityId, withGroups, asOf }: Asked): Promise<IdentityAtTenant> => {
  const identity = await identityOf(db, identityId)
  if (!identity) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  const member = await memberAt(db, { tenantId, identityId, asOf })
  const through: RoleEntry[] = withGroups && identity.kind === 'User' ? await rolesThroughGroups(db, { tenantId, userId: identityId, asOf }) : []
  if (member) return { ...member, roles: [...member.roles, ...through] }
  const { displayName, email, userName, kind } = identity
  return {
    id: null, identityType: kind, identityId, email, displayName, userName, tenantId, tenantName: await titleOf(db, tenantId), hierarchyType: through.length > 0 ? 'ByHierarchy' : 'Own', isInheritable: false,
    inheritedFrom: null, memberCount: null, roles: through, tenants: identity.tenants,
  }
}

const titleOf = async (db: ReadCtx['db'], tenantId: string) => (await db.query<{ title: string }>(`select title from tenant where id = $1`, [tenantId]))[0]?.title ?? ''

const readIdentity = async (ctx: ReadCtx, tenantId: string, query: { identityId: string; isGroup?: boolean | undefined; includeHierarchy?: boolean | undefined; tenantId?: string | null | undefined; asOf?: string | undefined }) => {
  refuseOtherTenant(tenantId, query.tenantId)
  const state = await stateOf(ctx.db, { tenantId, identityId: query.identityId, withGroups: query.includeHierarchy ?? false, asOf: query.asOf })
  if (query.isGroup !== undefined && query.isGroup !== (state.identityType === 'Group')) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  return state
}

/** Roles that are new to a row exist, are no inherited ones, and those of the whole portal stay at the global tenant. */
const givable = async (ctx: Ctx, { ids, tenantId, held }: { ids: readonly string[]; tenantId: string; held: readonly string[] }): Promise<readonly GivenRole[]> => {
  const roles = await rolesById(ctx.db, ids)
  const known = new Set(roles.map(({ id }) => id))
  const fresh = roles.filter(({ id }) => !held.includes(id))
  const wrong = ids.some((id) => !known.has(id)) || fresh.some((role) => role.byHierarchy || (role.applicationName === 'identity.global' && tenantId !== globalTenant))
  if (wrong) throw new Refusal('role-not-found', 400, { field: 'roles' })
  return fresh
}

/** Of roles that were taken at the global tenant, those of which somebody must be left (invariant 3). */
const refuseLast = async (tx: Tx, taken: readonly GivenRole[]) => {
  const gone = taken.filter(({ name, applicationName }) => applicationName === 'identity.global' && (guardedRoles as readonly string[]).includes(name))
  if (gone.length > 0) await refuseUnlessLeft(tx, gone.map(({ name }) => name))
}

const refusePast = (ctx: Ctx, ends: readonly { endsOn: string }[] = []) => {
  if (ends.some(({ endsOn }) => new Date(endsOn) <= ctx.now)) throw new Refusal('invalid', 400, { issues: [{ path: ['ends'], message: 'ends must be in the future' }] })
}

/** Whether a row passes its roles down is for those who may give all of them. */
const refuseSpreading = async (tx: Tx, right: Right, { before, isInheritable }: { before: OwnRow; isInheritable: boolean }) => {
  if (before.isInheritable !== isInheritable) refuseUnlessManageable(right, await rolesById(tx, rolesOf(before)))
}

const rolesOf = (row: OwnRow) => row.roles.map(({ roleId }) => roleId)

const foundRow = async (db: ReadCtx['db'] | Tx, row: { id: string; tenantId: string }): Promise<OwnRow> => {
  const found = await ownRowById(db, row)
  if (!found) throw new Refusal('tenant-member-not-found', 404)
  return found
}

/** What an own row answers after a write: its own roles, and whether each comes from above as well. */
const shown = async (tx: Tx, { tenantId, identityId }: Pick<OwnRow, 'tenantId' | 'identityId'>): Promise<Member> => {
  const member = await memberAt(tx, { tenantId, identityId, onlyOwn: true })
  if (!member) throw new Refusal('tenant-member-not-found', 404)
  return member
}

const factOf = (change: { before?: OwnRow | undefined; after?: OwnRow | undefined }): Fact => {
  const row = change.after ?? (change.before as OwnRow)
  const type = change.before ? (change.after ? 'member.changed' : 'member.removed') : 'member.added'
  const taken = (change.before?.roles ?? []).some(({ roleId }) => !change.after?.roles.some((role) => role.roleId === roleId))
  return { type, subject: row.id, tenantId: row.tenantId, ...change, ...((taken || !change.after) && { operation: 'RemoveRolesInTenant' }) }
}

const addMember = async (ctx: Ctx, right: Right, input: NewMember) => {
  const { tenantId } = right
  const identity = await identityOf(ctx.db, input.identityId)
  if (identity?.kind !== input.identityType) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  refuseForEveryone(right, { everyone: identity.everyone, isNew: true })
  refuseUnlessManageable(right, await givable(ctx, { ids: input.roles, tenantId, held: [] }))
  refusePast(ctx, input.ends)
  const isInheritable = input.isInheritable || tenantId === globalTenant
  return ctx.commit<Member>(async (tx) => {
    const standing = await rowOf(tx, { tenantId, identityId: input.identityId })
    const id = standing ?? ctx.newId()
    const before = standing ? await foundRow(tx, { id, tenantId }) : undefined
    if (before) await refuseSpreading(tx, right, { before, isInheritable })
    const written = { id, isInheritable, by: callerId(ctx), now: ctx.now }
    if (standing) await setInheritable(tx, written)
    else await insertRow(tx, { ...written, tenantId, identityType: input.identityType, identityId: input.identityId })
    await addRoles(tx, { ...written, roles: input.roles })
    if (input.ends) await setEnds(tx, { id, roles: input.roles, ends: input.ends })
    return { result: await shown(tx, { tenantId, identityId: input.identityId }), facts: [factOf({ before, after: await foundRow(tx, { id, tenantId }) })] }
  })
}

const saveMember = async (ctx: Ctx, right: Right, { id, input }: { id: string; input: SavedMember }) => {
  const { tenantId } = right
  const standing = await foundRow(ctx.db, { id, tenantId })
  const held = rolesOf(standing)
  refuseForEveryone(right, { everyone: (await identityOf(ctx.db, standing.identityId))?.everyone ?? false, isNew: false })
  const fresh = await givable(ctx, { ids: input.roles, tenantId, held })
  const taken = await rolesById(ctx.db, held.filter((role) => !input.roles.includes(role)))
  refuseUnlessManageable(right, [...fresh, ...taken])
  refusePast(ctx, input.ends)
  return ctx.commit<Member>(async (tx) => {
    await rowOf(tx, standing)
    const before = await foundRow(tx, { id, tenantId })
    refuseUnlessManageable(right, await rolesById(tx, rolesOf(before).filter((role) => !input.roles.includes(role))))
    const isInheritable = input.isInheritable || tenantId === globalTenant
    await refuseSpreading(tx, right, { before, isInheritable })
    await setInheritable(tx, { id, isInheritable, by: callerId(ctx), now: ctx.now })
    await keepRoles(tx, { id, roles: input.roles })
    await addRoles(tx, { id, roles: input.roles, by: callerId(ctx), now: ctx.now })
    if (input.ends) await setEnds(tx, { id, roles: input.roles, ends: input.ends })
    await refuseLast(tx, taken)
    return { result: await shown(tx, before), facts: [factOf({ before, after: await foundRow(tx, { id, tenantId }) })] }
  })
}

const removeMember = async (ctx: Ctx, right: Right, id: string) => {
  const { tenantId } = right
  const standing = await foundRow(ctx.db, { id, tenantId })
  refuseForEveryone(right, { everyone: (await identityOf(ctx.db, standing.identityId))?.everyone ?? false, isNew: true })
  return ctx.commit(async (tx) => {
    await rowOf(tx, standing)
    const before = await foundRow(tx, { id, tenantId })
    const taken = await rolesById(tx, rolesOf(before))
    refuseUnlessManageable(right, taken)
    await deleteRow(tx, id)
    await refuseLast(tx, taken)
    return { result: {}, facts: [factOf({ before })] }
  })
}

/** 4.4, step by step. A second identical call changes nothing and succeeds. */
const revoke = async (ctx: Ctx, right: Right, input: InputOf<Api['revokeAccess']>) => {
  const { tenantId } = right
  const identity = await identityOf(ctx.db, input.userId)
  if (!identity) throw new Refusal('identity-not-found', 404, { field: 'userId' })
  return ctx.commit<IdentityAtTenant>(async (tx) => {
    const rows = await rowsOnPath(tx, { tenantId, identityId: input.userId })
    const concerned = (await rolesById(tx, [...new Set(rows.flatMap(rolesOf))])).filter(({ applicationId }) => input.applicationIds.includes(applicationId))
    const takenFrom = (row: OwnRow) => concerned.filter(({ id }) => rolesOf(row).includes(id))
    const inherited = rows.some((row) => row.tenantId !== tenantId && takenFrom(row).length > 0)
    if (inherited && !right.administrator) throw new Refusal('only-admin-revokes', 403)
    const touched = rows.filter((row) => (input.includeParent || row.tenantId === tenantId) && takenFrom(row).length > 0)
    const taken = touched.flatMap(takenFrom)
    refuseUnlessManageable(right, taken)
    for (const row of touched) refuseForEveryone({ ...right, tenantId: row.tenantId }, { everyone: identity.everyone, isNew: false })
    const facts: Fact[] = []
    for (const before of touched) {
      await takeRoles(tx, { id: before.id, roles: takenFrom(before).map(({ id }) => id) })
      facts.push(factOf({ before, after: await foundRow(tx, before) }))
    }
    await refuseLast(tx, taken)
    const [first = nothingTaken(right, input.userId), ...others] = facts
    return { result: await stateOf(tx as unknown as ReadCtx['db'], { tenantId, identityId: input.userId, withGroups: true }), facts: [first, ...others] }
  })
}

/** Somebody asked, and there was nothing to take: that stands in the trail, and undoes nothing. */
const nothingTaken = ({ tenantId }: Right, identityId: string): Fact => ({ type: 'member.revoke-asked', subject: identityId, tenantId })

export const list: UseCase<Api['list']> = async (ctx, { params, query }) => {
  await rightAsAdministrator(ctx, params.tenantId)
  return readList(ctx, params.tenantId, query)
}
export const identity: UseCase<Api['identity']> = async (ctx, { params, query }) => {
  await rightAsAdministrator(ctx, params.tenantId)
  return readIdentity(ctx, params.tenantId, query)
}
export const add: UseCase<Api['add']> = async (ctx, { params, input }) => addMember(ctx, await rightAsAdministrator(ctx, params.tenantId), input)
export const save: UseCase<Api['save']> = async (ctx, { params, input }) => saveMember(ctx, await rightAsAdministrator(ctx, params.tenantId), { id: params.id, input })
export const remove: UseCase<Api['remove']> = async (ctx, { params }) => removeMember(ctx, await rightAsAdministrator(ctx, params.tenantId), params.id)
export const revokeAccess: UseCase<Api['revokeAccess']> = async (ctx, { params, input }) => revoke(ctx, await rightAsAdministrator(ctx, params.tenantId), input)

export const profileList: UseCase<Api['profileList']> = async (ctx, { params, query }) => {
  await refuseUnlessActing(ctx, params.tenantId)
  return readList(ctx, params.tenantId, query)
}
export const profileIdentity: UseCase<Api['profileIdentity']> = async (ctx, { params, query }) => {
  await refuseUnlessActing(ctx, params.tenantId)
  return readIdentity(ctx, params.tenantId, query)
}
export const profileAdd: UseCase<Api['profileAdd']> = async (ctx, { params, input }) => addMember(ctx, await rightAsActing(ctx, params.tenantId), input)
export const profileSave: UseCase<Api['profileSave']> = async (ctx, { params, input }) => saveMember(ctx, await rightAsActing(ctx, params.tenantId), { id: params.id, input })
export const profileRemove: UseCase<Api['profileRemove']> = async (ctx, { params }) => removeMember(ctx, await rightAsActing(ctx, params.tenantId), params.id)
export const profileRevokeAccess: UseCase<Api['profileRevokeAccess']> = async (ctx, { params, input }) => revoke(ctx, await rightAsActing(ctx, params.tenantId), input)
