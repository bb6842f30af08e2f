// R6-02: what the signed-in person may call, and whether they have any of a list of roles. The server decides; a screen
// does not offer what it would refuse.
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { type Policy, policies, seesWhatGroupsGive } from '#contract/policies.ts'
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

/** Whether the endpoint is for anyone who is signed in: a screen hands over what it would call. */
export const useMay = (endpoint: Pick<AnyEndpoint, 'access'>) => useMayCall()(endpoint)

/**
 * A-72: whose roles have the word Administrator in them sees what groups give, and the administrators' entries beside
 * it.
 */
export const useSeesAdministration = () => seesWhatGroupsGive(useIdentity()?.roles ?? [])

/** `whoever-sees`: offered to everybody who has the list, and the server has the last word. */
export type Offer = AnyEndpoint | 'whoever-sees'
type OfferedAction = {
  readonly may?: Offer
  readonly endpoint?: AnyEndpoint
  readonly inline?: { readonly create: AnyEndpoint }
}

/** What a list offers is for anyone who may call what it calls: `may`, or else its own endpoint. */
export const usePermits = () => {
  const mayCall = useMayCall()
  return (offered: OfferedAction | undefined) => {
    if (offered === undefined) return false
    if (offered.may === 'whoever-sees') return true
    const endpoint = offered.may ?? offered.endpoint ?? offered.inline?.create
    return endpoint === undefined || mayCall(endpoint)
  }
}

/** A rule of the contract about roles of the portal, for anyone who is signed in. */
export const usePolicy = (policy: Policy) => useAccess()(...policies[policy])
