// Which roles may be given to a group at a tenant; the server has the last word (R8.6-14, A-67).
import { isGodRole } from '#contract/policies.ts'
import type { ApplicationRole } from '#contract/application-roles.ts'
import type { Application } from '#contract/applications.ts'
import { globalTenant } from '#contract/tenants.ts'

/** A role with the application it belongs to. */
export type ChosenRole = {
  readonly role: Pick<ApplicationRole, 'id' | 'name' | 'byHierarchy'>
  readonly application: Pick<Application, 'name' | 'displayName'>
}
export type TenantChoice = {
  readonly tenantId: string | undefined
  readonly isGod: boolean
  readonly roleIds: ReadonlySet<string>
}

/** The name of the text that says why not. */
type WhyNot = 'heldHere' | 'byHierarchyOnly' | 'globalOnly' | 'godOnly'

const ofPortal = ({ application }: ChosenRole) => application.name === 'identity.global'
const elsewhereOnly = (wish: ChosenRole, tenantId: string | undefined) =>
  tenantId !== undefined && tenantId !== globalTenant && ofPortal(wish)

export const whyNot = (wish: ChosenRole, { tenantId, isGod, roleIds }: TenantChoice): WhyNot | undefined => {
  if (roleIds.has(wish.role.id)) return 'heldHere'
  if (wish.role.byHierarchy) return 'byHierarchyOnly'
  if (elsewhereOnly(wish, tenantId)) return 'globalOnly'
  return isGodRole({ applicationName: wish.application.name, roleName: wish.role.name }) && !isGod
    ? 'godOnly'
    : undefined
}
