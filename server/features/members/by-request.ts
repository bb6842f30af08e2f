// Roles that come by a request: what may be asked for, and how it is given once somebody has approved it.
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Db, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { eventOf, foundMember, rolesOf } from './own-member.ts'
import { refuseForEveryone } from './policy.ts'
import { identityOf, type OwnMember, lockMember, tenantExists } from './members.store.ts'
import { type RoleAssignment, rolesById } from './role-assignments.store.ts'
import * as store from './assignments-by-request.store.ts'

type RequestTarget = {
  readonly identityId: string
  readonly identityType: 'User' | 'Group'
  readonly tenantId: string
}
type RequestedRoles = RequestTarget & {
  /** Of the request. */
  readonly id: string
  readonly roles: readonly string[]
  readonly isInheritable: boolean
}

const mayBeAsked = ({ applicationName, byHierarchy, operationRequestVisibility }: RoleAssignment) =>
  operationRequestVisibility && !byHierarchy && applicationName !== 'identity.global'

/** Who and where; a request for nobody, or for everybody, is none. */
const refuseUnlessThere = <Found extends store.IdentityKind>(
  { identityType, tenantId }: RequestTarget,
  { tenant, identity }: { tenant: boolean; identity: Found | undefined },
): Found => {
  if (!tenant) throw new Refusal('tenant-not-found', 404, { field: 'tenantId' })
  if (identity?.kind !== identityType) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  refuseForEveryone({ god: false, tenantId }, { everyone: identity.everyone, isNew: true })
  return identity
}

export const requestedIdentity = async (db: Db, whose: RequestTarget) => {
  const tenant = await tenantExists(db, whose.tenantId)
  return refuseUnlessThere(whose, { tenant, identity: await identityOf(db, whose.identityId) })
}

type Roles = { readonly roles: readonly string[]; readonly current: readonly string[] }

const refuseAmong = (known: readonly RoleAssignment[], { roles, current }: Roles) => {
  if (known.length < roles.length || known.some((role) => !current.includes(role.id) && !mayBeAsked(role)))
    throw new Refusal('role-not-found', 400, { field: 'roles' })
}

/** Invariant 4: roles meant for it; what somebody has already may stay in the list. */
export const refuseUnaskable = async (db: Db, asked: Roles) => refuseAmong(await rolesById(db, asked.roles), asked)

export const rolesAt = async (
  tx: Tx,
  { tenantId, identityId }: Pick<RequestedRoles, 'tenantId' | 'identityId'>,
): Promise<readonly string[]> => {
  const id = await lockMember(tx, { tenantId, identityId })
  return id ? rolesOf(await foundMember(tx, { id, tenantId })) : []
}

/** What applying a request would write: the roles that its member has from then on. */
type Assignment<Request extends RequestedRoles> = {
  readonly request: Request
  readonly before: OwnMember | undefined
  readonly roles: readonly string[]
}
type JudgedRequest<Request extends RequestedRoles> = Assignment<Request> | Refusal

/** A refusal as a value: of many requests one stops no other. */
const judged = <Request extends RequestedRoles>(judge: () => Assignment<Request>): JudgedRequest<Request> => {
  try {
    return judge()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** What nobody may ask for stays as it is. */
const assignmentOf = <Request extends RequestedRoles>(
  request: Request,
  before: OwnMember | undefined,
  all: ReadonlyMap<string, RoleAssignment>,
): Assignment<Request> => {
  const named = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => all.get(id) ?? [])
  const current = before ? rolesOf(before) : []
  refuseAmong(named(request.roles), { roles: request.roles, current })
  const staying = named(current).filter((role) => !mayBeAsked(role))
  return { request, before, roles: [...new Set([...request.roles, ...staying.map(({ id }) => id)])] }
}

/** By the ids of the requests, each by itself; their members are held until the transaction ends. */
export const judgeRequested = async <Request extends RequestedRoles>(
  tx: Tx,
  requests: readonly Request[],
): Promise<ReadonlyMap<string, JudgedRequest<Request>>> => {
  const tenants = await store.tenantsAmong(
    tx,
    requests.map(({ tenantId }) => tenantId),
  )
  const identities = await store.identitiesAmong(
    tx,
    requests.map(({ identityId }) => identityId),
  )
  const members = await store.lockMembers(tx, requests)
  const roles = requests.flatMap((request) => {
    const member = members.get(store.placeOf(request))
    return [...request.roles, ...(member ? rolesOf(member) : [])]
  })
  const all = new Map((await rolesById(tx, [...new Set(roles)])).map((role) => [role.id, role]))
  const judge = (request: Request) => {
    const found = { tenant: tenants.has(request.tenantId), identity: identities.get(request.identityId) }
    refuseUnlessThere(request, found)
    return assignmentOf(request, members.get(store.placeOf(request)), all)
  }
  return new Map(requests.map((request) => [request.id, judged(() => judge(request))]))
}

/** As PUT members would write it. Answers what goes into the audit log, by the ids of the requests. */
export const assignRequested = async <Request extends RequestedRoles>(
  tx: Tx,
  { now, newId }: Pick<Ctx, 'now' | 'newId'>,
  { assignments, by }: { readonly assignments: readonly Assignment<Request>[]; readonly by: string },
): Promise<ReadonlyMap<string, readonly AuditEvent[]>> => {
  const written = assignments
    .filter(({ before, roles }) => before || roles.length > 0)
    .map(({ request, before, roles }) => ({
      before,
      member: { ...request, id: before?.id ?? newId(), roles, requestId: request.id },
    }))
  const membersThat = (stood: boolean) =>
    written.flatMap(({ before, member }) => (stood === (before !== undefined) ? [member] : []))
  await store.writeMembers(tx, { fresh: membersThat(false), standing: membersThat(true) }, { by, now })
  const after = await store.membersById(
    tx,
    written.map(({ member }) => member.id),
  )
  return new Map(
    written.map(({ before, member }) => {
      const is = after.get(member.id)
      if (!is) throw new Refusal('tenant-member-not-found', 404)
      return [member.requestId, [eventOf({ before, after: is })]]
    }),
  )
}
