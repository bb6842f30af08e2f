// What the pages of clients show of other features, handed in by web/app/profile.
import type { ComponentType } from 'react'
import type { AccessibleTenant, TenantUser } from '#contract/consultants.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import type { RoleEntry } from '#contract/role-entry.ts'

export type SelectedRole = { readonly roleId: string; readonly applicationId: number }

type RoleSelectionProps = {
  visibility: 'OperationRequest'
  applications: readonly ApplicationWithRoles[]
  present: readonly RoleEntry[]
  chosen: readonly SelectedRole[]
  onChange: (chosen: readonly SelectedRole[]) => void
}

type RoleEditorProps = {
  identity: { id: string; type: 'User'; displayName: string; email: string }
  tenant: Pick<AccessibleTenant, 'id' | 'title'>
  onClose: () => void
}

export type ClientsParts = {
  /** Application by application, in a form. */
  readonly RoleSelection: ComponentType<RoleSelectionProps>
  /** The list of requests. */
  readonly AccessRequests: ComponentType<{ onEdit: (request: OperationRequest) => void }>
}

export type ServiceManagerParts = {
  /** Saves every change at once. */
  readonly RoleEditor: ComponentType<RoleEditorProps>
}

/** `consultant` asks for access, `serviceManager` gives it. */
export type Mode = 'consultant' | 'serviceManager'

export type UserEdit = { readonly kind: 'new' } | { readonly kind: 'user'; readonly user: TenantUser }
