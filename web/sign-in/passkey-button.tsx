import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { LockIcon } from './icons.tsx'

export const PasskeyButton = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => {
  const { t } = useTranslation('sign-in')
  if (!canUsePasskeys()) return null
  return (
    <button type="button" className="btn" aria-disabled={busy} onClick={busy ? undefined : onClick}>
      <LockIcon size={18} />
      {t('choice.passkey')}
    </button>
  )
}
