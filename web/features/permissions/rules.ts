// Why something is not taken away here. The server decides; the page says it before.
import { isGodRole } from '#contract/policies.ts'
import { useTranslation } from 'react-i18next'
import type { Identity, IdentityDetail } from '#contract/permissions.ts'
import type { TenantIdentity } from '#contract/permission-entry.ts'
import { atGlobal, ofGod } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import { useMay } from '#web/lib/use-access.ts'

/** A group that the system keeps has the name that it was given. */
const isEveryone = ({ identityType, automated, displayName }: Identity) =>
  identityType === 'Group' && automated && displayName === 'Users'

/** What `Remove all` takes away: everything but what was given at the global tenant. */
export const tenantsToLeave = ({ tenantCount, hasGlobal }: Identity) => tenantCount - Number(hasGlobal)

export const useWhyNotAll = () => {
  const { t } = useTranslation('permissions')
  return (identity: Identity) => {
    if (isEveryone(identity)) return t('usersKeepsRow')
    return tenantsToLeave(identity) === 0 ? t('nothingToRemove') : undefined
  }
}

export const useWhyNotOne = (identity: IdentityDetail) => {
  const { t } = useTranslation('permissions')
  const [atAll, gods] = [useMay(atGlobal), useMay(ofGod)]
  return ({ tenantId, roles }: TenantIdentity) => {
    if (isEveryone(identity)) return t('usersKeepsRow')
    if (tenantId === globalTenant && !atAll) return t('onlyAdministrator')
    const givesGod = roles.some(isGodRole)
    return givesGod && !gods ? t('onlyGod') : undefined
  }
}
