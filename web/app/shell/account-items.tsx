// What one does with one's own account: the same in the popup and in the side drawer.
import { KeyRound, LogOut, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { useConfig, useMe } from '#web/lib/session/portal-context.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { lazily } from '#web/ui/lazily.tsx'

export const ProfileItem = ({ className }: { className: string }) => {
  const { t } = useTranslation('shell')
  return (
    <AppLink className={className} href={under('profile')}>
      <UserRound size={17} aria-hidden="true" />
      {t('yourProfile')}
    </AppLink>
  )
}

const ChosenCompany = lazily(async () => (await import('./company-item.tsx')).CompanyItem)

/** R2.1-03 */
export const CompanyItem = ({ className }: { className: string }) =>
  useConfig().companySelection && <ChosenCompany className={className} />

export const LogoutItem = ({ className }: { className: string }) => {
  const { t } = useTranslation('shell')
  const { logout } = useMe()
  return (
    <button type="button" className={className} onClick={logout}>
      <LogOut size={17} aria-hidden="true" />
      {t('closeSession')}
    </button>
  )
}

const ChangePassword = lazily(async () => {
  await addTexts('profile')
  return (await import('#web/features/profile/change-password.tsx')).ChangePassword
})

/** The dialog outlives the popup it was asked for in. */
export const usePasswordChange = () => {
  const [open, setOpen] = useState(false)
  const dialog = open && <ChangePassword onClose={() => setOpen(false)} />
  return { dialog, ask: () => setOpen(true) }
}

export const PasswordItem = ({ className, onClick }: { className: string; onClick: () => void }) => {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className={className} onClick={onClick}>
      <KeyRound size={17} aria-hidden="true" />
      {t('changePassword')}
    </button>
  )
}
