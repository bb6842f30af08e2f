// What the palette offers outside the administration (rule 32): the reader's applications and the pages of the profile.
import { useTranslation } from 'react-i18next'
import { LayoutGrid } from 'lucide-react'
import { hub } from '#contract/hub.ts'
import { accessible } from '#web/features/hub/listing.ts'
import { useViewer } from '#web/features/hub/use-hub.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useProfileMenu } from '../profile/profile-menu.tsx'
import { useAllowed } from '../shell/menu-entries.tsx'
import { type CommandGroup, useGoInto } from './palette-commands.ts'

export const useOwnCommands = (outside: boolean): readonly CommandGroup[] => {
  const { t } = useTranslation(['shell', 'profile'])
  const go = useGoInto()
  const { viewer } = useViewer()
  const items = useRead(hub.homeInfo, {}, { when: outside }).data?.applications.items ?? []
  // The profile itself is among the actions, the administration among the screens.
  const pages = useAllowed(useProfileMenu()).filter(({ id }) => id !== 'profile' && id !== 'administration')
  if (!outside) return []
  return [
    {
      id: 'own-applications',
      title: t('myApps'),
      commands: accessible(items, viewer).flatMap((app) =>
        app.privateUrl
          ? {
              id: String(app.id),
              icon: LayoutGrid,
              hit: { label: app.title, picture: { kind: 'application' as const, id: app.id } },
              label: app.title,
              hint: app.description,
              asks: app.disclaimer ? app : undefined,
              run: () => go(app.privateUrl ?? ''),
            }
          : [],
      ),
    },
    {
      id: 'own-pages',
      title: t('profile'),
      commands: pages.map(({ id, href, label, icon }) => ({ id, drawn: icon, label, run: () => go(href) })),
    },
  ]
}
