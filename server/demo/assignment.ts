// What somebody is given at a tenant, before it becomes a membership.
import { idOf } from './chance.ts'
import type { DemoPerson } from './people.ts'
import type { DemoTenant } from './forest.ts'

export const roleId = (application: string, role: string): string => idOf('role', `${application}/${role}`)

export type DemoAssignment = {
  readonly tenant: DemoTenant | 'global'
  readonly identity: DemoPerson | { readonly group: string }
  readonly roleIds: readonly string[]
  readonly inheritable: boolean
  readonly grantedBy?: string
}
