// R6-02: what the signed-in person may call, and whether they have any of a list of roles. The server decides; a screen
// does not offer what it would refuse.
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { hasAnyRole, type RoleName } from '#contract/kernel/role-name.ts'
import { useIdentity } from './session/portal-context.ts'

export const useAccess = () => {
  const roles = useIdentity()?.roles ?? []
  return (...wanted: RoleName[]) => hasAnyRole(roles, wanted)
}

/** Who may call an endpoint, as a list's entries take it; undefined where everybody who is signed in may. */
export const rolesFor = ({ access }: Pick<AnyEndpoint, 'access'>): readonly RoleName[] | undefined =>
  typeof access === 'string' ? undefined : access.anyOf

/** For several endpoints in one component. */
export const useMayCall = () => {
  const identity = useIdentity()
  return ({ access }: Pick<AnyEndpoint, 'access'>) => {
    if (access === 'anyone') return true
    return identity !== undefined && (access === 'signed-in' || hasAnyRole(identity.roles, access.anyOf))
  }
}

/** Whether the endpoint is for whoever is signed in: a screen hands over what it would call. */
export const useMay = (endpoint: Pick<AnyEndpoint, 'access'>) => useMayCall()(endpoint)

/**
 * A-72: whose roles have the word Administrator in them sees what groups give, and the administrators' entries beside
 * it.
 */
export const useSeesAdministration = () => (useIdentity()?.roles ?? []).some((role) => role.includes('Administrator'))

/** Without roles it is everybody's. */
export const usePermits = () => {
  const has = useAccess()
  return (of: { readonly roles?: readonly RoleName[] | undefined } | undefined) =>
    of !== undefined && (!of.roles || has(...of.roles))
}
