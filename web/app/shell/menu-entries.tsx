// R2.4-21: where one can go; an entry with roles is there for anyone who has any one of them.
import { House, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { policies } from '#contract/policies.ts'
import { under } from '#web/lib/base.ts'
import { useAccess } from '#web/lib/use-access.ts'

export const adminRoles = policies.entersAdministration

export type MenuEntry = {
  id: string
  href: string
  label: string
  icon: ReactNode
  roles?: readonly RoleName[]
  /** Pages below it have entries of their own. */
  exact?: true
}

export const useMenuEntries = (): readonly MenuEntry[] => {
  const { t } = useTranslation('shell')
  return [
    { id: 'home', href: under('home?noredirect'), label: t('home'), icon: <House size={17} aria-hidden="true" /> },
    { id: 'profile', href: under('profile'), label: t('profile'), icon: <UserRound size={17} aria-hidden="true" /> },
    {
      id: 'administration',
      href: under('admin'),
      label: t('administration'),
      icon: <ShieldCheck size={17} aria-hidden="true" />,
      roles: adminRoles,
    },
  ]
}

export const useAllowed = (entries: readonly MenuEntry[]) => {
  const has = useAccess()
  return entries.filter(({ roles }) => !roles || has(...roles))
}
