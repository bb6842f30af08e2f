// R2.6-01 … R2.6-05: the pages of the profile area, for those who have them; loaded with the area.
import { BriefcaseBusiness, ClipboardCheck, FileCheck, Scale, UserRound, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { policies } from '#contract/policies.ts'
import { under } from '#web/lib/base.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { type MenuEntry, useMenuEntries } from '../shell/menu-entries.tsx'

/** 'Home' in the menu, 'Profile' as the title of the page. The administration stays one click away. */
export const useProfileMenu = (): readonly MenuEntry[] => {
  const { t } = useTranslation('profile')
  const administration = useMenuEntries().filter(({ id }) => id === 'administration')
  // Consultants find the requests on their page of clients.
  const worksForClients = usePolicy('worksForClients')
  const requests: MenuEntry = {
    id: 'requests',
    href: under('profile/clients?view=requests'),
    label: t('accessRequests'),
    icon: <ClipboardCheck size={17} aria-hidden="true" />,
    roles: policies.decidesRequests,
    exact: true,
  }
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
    // both are called the same; each is for its role.
    {
      id: 'clients',
      href: under('profile/clients'),
      label: t('clients'),
      icon: <UsersRound size={17} aria-hidden="true" />,
      roles: policies.worksForClients,
      exact: true,
    },
    ...(worksForClients ? [] : [requests]),
    {
      id: 'service-manager',
      href: under('profile/service-manager'),
      label: t('clients'),
      icon: <BriefcaseBusiness size={17} aria-hidden="true" />,
      roles: policies.managesServices,
    },
    ...administration,
  ]
}
