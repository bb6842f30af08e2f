// The sidebar: what the reader may do here, by task, with how many there are; the way back at its foot.
import { useLocation } from '@tanstack/react-router'
import { localeOf } from '#contract/kernel/locale.ts'
import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { useMayCall } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Mark } from '#web/ui/brand.tsx'
import { type AdminScreen, screenAt, useAdminMenu } from './admin-screens.ts'

/** How many there are, without any of them. */
const Count = ({ list }: { list: NonNullable<AdminScreen['list']> }) => {
  const { i18n } = useTranslation()
  const { data } = useRead(list, { query: { take: '0' } }, { previous: true })
  return data && <span className="n">{data.count.toLocaleString(localeOf(i18n.language))}</span>
}

const Entry = ({
  screen: { id, path, icon: Icon, list },
  here,
  onGo,
}: {
  screen: AdminScreen
  here: boolean
  onGo: (() => void) | undefined
}) => {
  const { t } = useTranslation('admin')
  const may = useMayCall()
  // The open list stays as it is: its search and filters are in the address.
  const { pathname, searchStr } = useLocation()
  const kept = here && pathname.endsWith(path) ? searchStr : ''
  return (
    <li>
      <AppLink href={under(path) + kept} aria-current={here ? 'page' : undefined} onClick={onGo}>
        <Icon size={17} strokeWidth={1.9} aria-hidden="true" />
        {t(id)} {list && may(list) && <Count list={list} />}
      </AppLink>
    </li>
  )
}

/** Under the mark beside the page; in a drawer, which has the mark in its head. */
export const AdminMenu = ({ onGo, children }: { onGo?: () => void; children?: ReactNode }) => {
  const { t } = useTranslation('admin')
  const groups = useAdminMenu()
  const here = screenAt(useLocation({ select: ({ pathname }) => pathname }))
  return (
    <nav className={`ad-side${children ? '' : ' in-drawer'}`} aria-label={t('shell:menu')}>
      {children}
      <div className="ad-nav">
        {groups.map(({ id, screens }) => (
          <section key={id} aria-labelledby={id === 'start' ? undefined : `ad-${id}`}>
            {id !== 'start' && <h2 id={`ad-${id}`}>{t(`group-${id}`)}</h2>}
            <ul>
              {screens.map((screen) => (
                <Entry key={screen.id} screen={screen} here={screen === here} onGo={onGo} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <span className="sp" />
      <AppLink className="ad-back" href={under('home?noredirect')} onClick={onGo}>
        <LayoutGrid size={17} strokeWidth={1.9} aria-hidden="true" />
        {t('backToApps')}
      </AppLink>
    </nav>
  )
}

export const AdminBrand = () => {
  const { t } = useTranslation('admin')
  return (
    <div className="ad-brand">
      <Mark size={30} />
      <span>Portico</span>
      <small>{t('badge')}</small>
    </div>
  )
}
