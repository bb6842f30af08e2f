// Beside a role of a person: why they have it here.
import type { RoleEntry } from '#contract/role-entry.ts'
import { useAccessParts } from '#web/lib/access-parts.ts'
import type { Editing } from './use-editing.ts'

export const WhyRole = ({
  role: { roleId, roleName, applicationName },
  editing: { base, identity, tenant },
}: {
  role: RoleEntry
  editing: Editing
}) => {
  const parts = useAccessParts()
  if (!parts || base !== 'admin' || identity.type !== 'User') return null
  return <parts.WhyButton user={identity} tenant={tenant} role={{ id: roleId, name: roleName, applicationName }} />
}
