// Who is calling, and whether they hold a role. Closed by default: nobody has no role, and a job has none of the
// people's.
import type { Access } from '#contract/kernel/endpoint.ts'
import { hasAnyRole, type RoleName } from '#contract/kernel/role-name.ts'
import type { Actor } from './context.ts'
import { Refusal } from './refusal.ts'

type Calling = { readonly actor: Actor }

export const hasRole = ({ actor }: Calling, ...roles: readonly RoleName[]): boolean =>
  actor.kind === 'user' && hasAnyRole(actor.roles, roles)

/** Whether an endpoint, or a process, is for them. */
export const mayCall = (access: Access, actor: Actor): boolean => {
  if (access === 'anyone') return true
  if (access === 'signed-in') return actor.kind === 'user' && !actor.directory
  return hasRole({ actor }, ...access.anyOf)
}

export const refusePermission = (): never => {
  throw new Refusal('permission-missing', 403)
}

const provenForMinutes = 5

/**
 * A personal access token was made by somebody who had just proved who they are, and is a proof itself. What runs in
 * the background is as proven as the call that asked for it was.
 */
export const isProven = ({ actor, now }: Calling & { readonly now: Date }): boolean => {
  if (actor.kind !== 'user') return false
  if (actor.inBackground) return actor.inBackground.proven
  if (actor.token !== undefined) return true
  return actor.provenOn !== undefined && now.getTime() - actor.provenOn.getTime() <= provenForMinutes * 60_000
}

/** What only a look at the data shows to be dangerous (docs/decisions/0044). Jobs and the system have nobody to ask. */
export const refuseUnproven = (calling: Calling & { readonly now: Date }): void => {
  const { kind } = calling.actor
  if (kind !== 'job' && kind !== 'system' && !isProven(calling)) throw new Refusal('step-up-needed', 403)
}

/** Nobody where the system writes. */
export const callerId = ({ actor }: Calling): string | undefined => (actor.kind === 'user' ? actor.id : undefined)

/** The person who calls, or 401. */
export const callerOf = ({ actor }: Calling): Extract<Actor, { kind: 'user' }> => {
  if (actor.kind !== 'user') throw new Refusal('not-signed-in', 401)
  return actor
}
