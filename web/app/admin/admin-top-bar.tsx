// Over every page of the administration: where one is, the way to everything else, and the account.
import { useLocation } from '@tanstack/react-router'
import { CircleQuestionMark, Menu as MenuIcon, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/kernel/language.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { ExternalLink } from '#web/ui/app-link.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { useHelpDesk } from '../shell/help-desk.ts'
import { LanguagePicker } from '../shell/language-picker.tsx'
import { ProfilePopup } from '../shell/profile-popup.tsx'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { useNarrow } from '../shell/use-narrow.ts'
import { AdminBrand, AdminMenu } from './admin-menu.tsx'
import { screenSegments } from './admin-screens.ts'
import { useKeyNames } from './use-key-names.ts'

const NotificationBell = lazily(
  async () => (await import('#web/features/notifications/notification-bell.tsx')).NotificationBell,
  <span className="tb bell" />,
)

/** R2.5-03 */
const languages: readonly Language[] = ['en', 'es', 'fr', 'it', 'pt', 'de']

const HelpDesk = () => {
  const { t } = useTranslation('shell')
  const href = useHelpDesk()
  if (!href) return null
  return (
    <ExternalLink className="tb" href={href} aria-label={t('helpDesk')} data-tip={t('helpDesk')}>
      <CircleQuestionMark size={18} aria-hidden="true" />
    </ExternalLink>
  )
}

const Burger = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className="tb burger"
      aria-label={t('openMenu')}
      data-tip={t('openMenu')}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <MenuIcon size={20} aria-hidden="true" />
    </button>
  )
}

const MenuDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer
    side="left"
    width={300}
    title={<AdminBrand />}
    onClose={onClose}
    footer={
      <>
        <LanguagePicker offered={languages} />
        <span className="sp" />
        <ThemeSwitch />
        <HelpDesk />
      </>
    }
  >
    <AdminMenu onGo={onClose} />
  </Drawer>
)

const AdminBreadcrumbs = () => {
  const { t } = useTranslation('admin')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const labels = Object.fromEntries(screenSegments.map(({ segment, id }) => [segment, t(id)]))
  return (
    <Breadcrumbs
      path={path}
      root={{ path: '/admin', title: t('title') }}
      labels={{ ...labels, inspector: t('inspector') }}
    />
  )
}

export const AdminTopBar = ({ onPalette }: { onPalette: () => void }) => {
  const { t } = useTranslation('admin')
  const names = useKeyNames()
  const narrow = useNarrow()
  const [menu, setMenu] = useState(false)
  return (
    <>
      <header className="ad-bar">
        {narrow && <Burger onOpen={() => setMenu(true)} />}
        <AdminBreadcrumbs />
        <span className="sp" />
        <button
          type="button"
          className="ad-cmd"
          data-tip={t('palette')}
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          onClick={onPalette}
        >
          <Search size={16} aria-hidden="true" />
          <span className="lbl">{t('palette')}</span>
          <kbd aria-hidden="true">{`${names['Ctrl']} K`}</kbd>
        </button>
        {!narrow && (
          <>
            <LanguagePicker offered={languages} />
            <ThemeSwitch />
            <HelpDesk />
          </>
        )}
        <NotificationBell />
        <ProfilePopup identity={useMe()} />
      </header>
      {narrow && menu && <MenuDrawer onClose={() => setMenu(false)} />}
    </>
  )
}
