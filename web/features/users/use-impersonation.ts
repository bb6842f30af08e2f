// Whether one may impersonate this user: a God, where the installation allows it.
import { isGodRole } from '#contract/policies.ts'
import { useTranslation } from 'react-i18next'
import { impersonation } from '#contract/impersonation.ts'
import type { User } from '#contract/users.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

/** Undefined where it is not offered; with the reason why not as this user. */
export const useImpersonation = ({ draft, locked, roles }: User): { whyNot: string | undefined } | undefined => {
  const { t } = useTranslation('users')
  const mayAct = useMay(impersonation.enabled)
  const { data } = useRead(impersonation.enabled, undefined, { when: mayAct })
  if (!mayAct || !data?.enabled) return undefined
  if (roles.some(({ name: roleName }) => isGodRole({ applicationName: 'identity.global', roleName })))
    return { whyNot: t('notAsGod') }
  return { whyNot: draft || locked ? t('notWithoutSignIn') : undefined }
}
