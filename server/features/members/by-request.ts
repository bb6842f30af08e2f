// Roles that come by a request: what may be asked for, and how it is given once somebody has approved it.
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Db, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { eventOf, foundRow, rolesOf } from './own-member.ts'
import { refuseForEveryone } from './policy.ts'
import { identityKindOf, identityOf, insertRow, rowOf, setInheritable, tenantExists } from './members.store.ts'
import { addFirstRoles, addRoles, type RoleAssignment, keepRoles, rolesById } from './role-assignments.store.ts'

export type Requested = {
  readonly identityId: string
  readonly identityType: 'User' | 'Group'
  readonly tenantId: string
  readonly roles: readonly string[]
  readonly isInheritable: boolean
}

const mayBeAsked = ({ applicationName, byHierarchy, operationRequestVisibility }: RoleAssignment) =>
  operationRequestVisibility && !byHierarchy && applicationName !== 'identity.global'

type Whose = Pick<Requested, 'identityId' | 'identityType' | 'tenantId'>

/** Who and where; a request for nobody, or for everybody, is none. */
const existing = async <Found extends { kind: string; everyone: boolean }>(
  db: Db,
  { identityId, identityType, tenantId }: Whose,
  find: (db: Db, id: string) => Promise<Found | undefined>,
): Promise<Found> => {
  if (!(await tenantExists(db, tenantId))) throw new Refusal('tenant-not-found', 404, { field: 'tenantId' })
  const identity = await find(db, identityId)
  if (identity?.kind !== identityType) throw new Refusal('identity-not-found', 404, { field: 'identityId' })
  refuseForEveryone({ god: false, tenantId }, { everyone: identity.everyone, isNew: true })
  return identity
}

export const requestedIdentity = (db: Db, whose: Whose) => existing(db, whose, identityOf)

/** Invariant 4: roles meant for it; what somebody has already may stay in the list. */
export const refuseUnaskable = async (
  db: Db,
  { roles, current }: { roles: readonly string[]; current: readonly string[] },
) => {
  const known = await rolesById(db, roles)
  if (known.length < roles.length || known.some((role) => !current.includes(role.id) && !mayBeAsked(role)))
    throw new Refusal('role-not-found', 400, { field: 'roles' })
}

export const rolesAt = async (
  tx: Tx,
  { tenantId, identityId }: Pick<Requested, 'tenantId' | 'identityId'>,
): Promise<readonly string[]> => {
  const id = await rowOf(tx, { tenantId, identityId })
  return id ? rolesOf(await foundRow(tx, { id, tenantId })) : []
}

/** As PUT members would write it; what nobody may ask for stays as it is. Answers what goes into the audit log. */
export const assignRequested = async (
  tx: Tx,
  ctx: Pick<Ctx, 'now' | 'newId'>,
  { request, requestId, by }: { request: Requested; requestId: string; by: string },
): Promise<AuditEvent[]> => {
  const { tenantId, identityId, identityType, isInheritable } = request
  await existing(tx, request, identityKindOf)
  const standing = await rowOf(tx, request)
  const before = standing ? await foundRow(tx, { id: standing, tenantId }) : undefined
  const current = before ? rolesOf(before) : []
  await refuseUnaskable(tx, { roles: request.roles, current })
  const known = current.length > 0 ? await rolesById(tx, current) : []
  const staying = known.filter((role) => !mayBeAsked(role)).map(({ id }) => id)
  const roles = [...new Set([...request.roles, ...staying])]
  if (!before && roles.length === 0) return []
  const written = { id: standing ?? ctx.newId(), isInheritable, by, now: ctx.now }
  if (before) await setInheritable(tx, written)
  else await insertRow(tx, { ...written, tenantId, identityType, identityId })
  if (before) await keepRoles(tx, { id: written.id, roles })
  await (before ? addRoles : addFirstRoles)(tx, { ...written, roles, requestId })
  return [eventOf({ before, after: await foundRow(tx, { id: written.id, tenantId }) })]
}
