// The roles that a user was given themself, each with its tenant and the way to its reason.
import { globalTenant } from '#contract/tenants.ts'
import { permissions } from '#contract/permissions.ts'
import { type UserRole } from '#contract/permission-entry.ts'
import type { User } from '#contract/users.ts'
import { useParts } from '#web/lib/parts.tsx'
import { roleTitle } from '#web/lib/role-title.ts'
import { everyChoice } from '#web/lib/use-choices.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useTranslation } from 'react-i18next'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { identityOf } from './access.ts'

/** R9-11: a thousand at once. */
export const useEffectiveRoles = ({ id }: User): readonly UserRole[] =>
  useRead(permissions.userRoles, { params: { id }, query: { ...everyChoice, orderBy: 'applicationTitle asc' } }).data
    ?.items ?? []

export const WhyEffective = ({
  user,
  role: { roleId, roleName, applicationName, tenantId, tenantName },
}: {
  user: User
  role: UserRole
}) => {
  const { t } = useTranslation('users')
  const { WhyButton } = useParts()
  if (!WhyButton) return null
  return (
    <WhyButton
      user={identityOf(user)}
      tenant={{ id: tenantId, title: tenantId === globalTenant ? t('globalTenant') : tenantName }}
      role={{ id: roleId, name: roleName, applicationName }}
    />
  )
}

/** One role, as it stands in a list of them. */
export const EffectiveRole = ({ user, role }: { user: User; role: UserRole }) => (
  <span className="held">
    <AppIcon app={{ id: role.applicationId, title: role.applicationTitle }} size={20} />
    <span className="tag c">{roleTitle(role)}</span>
    <WhyEffective user={user} role={role} />
  </span>
)
