// R2.4-25, R2.4-26: who is signed in, and three ways on.
import { useTranslation } from 'react-i18next'
import { displayName, givenName, type Identity } from '#web/lib/session/identity.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { focusPanel, Popover } from '#web/ui/popover.tsx'
import { CompanyItem, LogoutItem, PasswordItem, ProfileItem, usePasswordChange } from './account-items.tsx'

const Card = ({ identity, onPassword }: { identity: Identity; onPassword: () => void }) => {
  const { t } = useTranslation('shell')
  return (
    <div className="me-card">
      <Avatar email={identity.email} name={displayName(identity)} size={64} />
      <b className="me-name">{displayName(identity)}</b>
      <span className="mut">{identity.email}</span>
      <p className="me-hi">{t('greeting', { name: givenName(identity) })}</p>
      <ProfileItem className="b pri" />
      <PasswordItem className="b" onClick={onPassword} />
      <CompanyItem className="b" />
      <LogoutItem className="b tx" />
    </div>
  )
}

export const ProfilePopup = ({ identity }: { identity: Identity }) => {
  const { t } = useTranslation('shell')
  const password = usePasswordChange()
  const name = displayName(identity)
  return (
    <>
      <Popover
        kind="dialog"
        className="tb me"
        label={t('account', { name })}
        trigger={<Avatar email={identity.email} name={name} size={34} />}
        onOpened={focusPanel}
        panel={(close) => (
          <Card
            identity={identity}
            onPassword={() => {
              close()
              password.ask()
            }}
          />
        )}
      />
      {password.dialog}
    </>
  )
}
