// R2.4-18: logo, slogan, help desk, language, My Apps and the account.
import { CircleQuestionMark, LayoutGrid, LogIn, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { AppLink, ExternalLink } from '#web/ui/app-link.tsx'
import { Mark } from '#web/ui/brand.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { useHelpDesk } from './help-desk.ts'
import { LanguagePicker } from './language-picker.tsx'
import type { MenuEntry } from './menu-entries.tsx'
import { ProfilePopup } from './profile-popup.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useNarrow } from './use-narrow.ts'

const NotificationBell = lazily(
  async () => (await import('#web/features/notifications/notification-bell.tsx')).NotificationBell,
  <span className="tb bell" />,
)
const MyAppsDrawer = lazily(async () => (await import('#web/features/hub/my-apps-drawer.tsx')).MyAppsDrawer)
const SideDrawer = lazily(async () => (await import('./side-drawer.tsx')).SideDrawer)

const MyApps = () => {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="tb pri" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <LayoutGrid size={18} aria-hidden="true" />
        <span className="lbl">{t('myApps')}</span>
      </button>
      {open && <MyAppsDrawer onClose={() => setOpen(false)} />}
    </>
  )
}

const Burger = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const identity = useIdentity()
  return (
    <>
      <button
        type="button"
        className="tb burger"
        aria-label={t('openMenu')}
        data-tip={t('openMenu')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon size={20} />
      </button>
      {open && identity && <SideDrawer entries={entries} identity={identity} onClose={() => setOpen(false)} />}
    </>
  )
}

/** R2.4-28 */
const Account = () => {
  const { t } = useTranslation('shell')
  const identity = useIdentity()
  if (identity) return <ProfilePopup identity={identity} />
  return (
    <AppLink className="tb" href={under('account/login')}>
      <LogIn size={18} aria-hidden="true" />
      {t('login')}
    </AppLink>
  )
}

export const TopBar = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const { t } = useTranslation('shell')
  const helpDesk = useHelpDesk()
  const identity = useIdentity()
  const narrow = useNarrow()
  return (
    <header className="top">
      {narrow && identity && <Burger entries={entries} />}
      <AppLink className="brand" href={under('home?noredirect')} aria-label={t('logo')}>
        <Mark />
        <span>Portico</span>
      </AppLink>
      <span className="slogan">{t('slogan')}</span>
      <span className="sp" />
      {helpDesk && (
        <ExternalLink className="tb" href={helpDesk}>
          <CircleQuestionMark size={18} aria-hidden="true" />
          <span className="lbl">{t('helpDesk')}</span>
        </ExternalLink>
      )}
      <LanguagePicker />
      {!narrow && <ThemeSwitch />}
      {identity && <NotificationBell />}
      {identity && <MyApps />}
      <Account />
    </header>
  )
}
