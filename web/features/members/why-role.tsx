// Beside a role of a person: why they have it here.
import type { RoleEntry } from '#contract/role-entry.ts'
import { useParts } from '#web/lib/parts.tsx'
import type { Editing } from './use-editing.ts'

export const WhyRole = ({
  role: { roleId, roleName, applicationName },
  editing: { base, identity, tenant },
}: {
  role: RoleEntry
  editing: Editing
}) => {
  const { WhyButton } = useParts()
  if (!WhyButton || base !== 'admin' || identity.type !== 'User') return null
  return <WhyButton user={identity} tenant={tenant} role={{ id: roleId, name: roleName, applicationName }} />
}
