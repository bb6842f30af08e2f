// R6-02: whether the signed-in person has any of a list of roles.
import { hasAnyRole, type RoleName } from '#contract/kernel/role-name.ts'
import { useIdentity } from './session/portal-context.ts'

export const useAccess = () => {
  const roles = useIdentity()?.roles ?? []
  return (...wanted: RoleName[]) => hasAnyRole(roles, wanted)
}

/** Without roles it is everybody's. */
export const usePermits = () => {
  const has = useAccess()
  return (of: { readonly roles?: readonly RoleName[] | undefined } | undefined) => of !== undefined && (!of.roles || has(...of.roles))
}
