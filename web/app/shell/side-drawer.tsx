// At 768 px and less: the menu behind the hamburger, with the account in it (R2.4-19, R2.4-27).
import { useTranslation } from 'react-i18next'
import { displayName, type Identity } from '#web/lib/session/identity.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { CompanyItem, LogoutItem, PasswordItem, ProfileItem, usePasswordChange } from './account-items.tsx'
import { EntryLink } from './entry-link.tsx'
import { type MenuEntry, useAllowed } from './menu-entries.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The header menu where there is no room for a popup. */
const AccountMenu = ({ identity }: { identity: Identity }) => {
  const password = usePasswordChange()
  const name = displayName(identity)
  return (
    <section className="drawer-account">
      <div className="drawer-me">
        <Avatar email={identity.email} name={name} size={40} />
        <div>
          <b>{name}</b>
          <small>{identity.email}</small>
        </div>
      </div>
      <ProfileItem className="entry" />
      <PasswordItem className="entry" onClick={password.ask} />
      <CompanyItem className="entry" />
      <LogoutItem className="entry" />
      {password.dialog}
    </section>
  )
}

export const SideDrawer = ({
  entries,
  identity,
  onClose,
}: {
  entries: readonly MenuEntry[]
  identity: Identity
  onClose: () => void
}) => {
  const { t } = useTranslation('shell')
  return (
    <Drawer
      side="left"
      width={300}
      title={t('menu')}
      onClose={onClose}
      footer={
        <>
          <span className="mut">{t('theme')}</span>
          <span className="sp" />
          <ThemeSwitch />
        </>
      }
    >
      <nav aria-label={t('menu')}>
        {useAllowed(entries).map((entry) => (
          <EntryLink key={entry.id} entry={entry} onClick={onClose} />
        ))}
      </nav>
      <AccountMenu identity={identity} />
    </Drawer>
  )
}
