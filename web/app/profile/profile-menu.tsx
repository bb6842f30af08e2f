// R2.6-01 … R2.6-05: the pages of the profile area, for those who have them; loaded with the area.
import { FileCheck, Scale, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { type MenuEntry, useMenuEntries } from '../shell/menu-entries.tsx'

/** 'Home' in the menu, 'Profile' as the title of the page. The administration stays one click away. */
export const useProfileMenu = (): readonly MenuEntry[] => {
  const { t } = useTranslation('profile')
  const administration = useMenuEntries().filter(({ id }) => id === 'administration')
  return [
    {
      id: 'profile',
      href: under('profile'),
      label: t('shell:home'),
      icon: <UserRound size={17} aria-hidden="true" />,
      exact: true,
    },
    {
      id: 'rights',
      href: under('profile/rights'),
      label: t('menuRights'),
      icon: <Scale size={17} aria-hidden="true" />,
    },
    {
      id: 'disclaimers',
      href: under('profile/disclaimers'),
      label: t('menuDisclaimers'),
      icon: <FileCheck size={17} aria-hidden="true" />,
    },
    ...administration,
  ]
}
