// The third local view: the password was right, and too old (R4.2-02, R4.4-01, R4.4-02).
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureDialog } from './failure-dialog.tsx'
import { unknownError } from './messages.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { useNewPassword } from './use-new-password.ts'
import type { Credentials, View } from './use-sign-in.ts'
import type { Say } from './use-toasts.ts'

/** R4.4-02 */
const errorsShownFor = 10_000

type Props = {
  view: Extract<View, { at: 'expired' }>
  say: Say
  onChanged: (credentials: Credentials) => Promise<void>
  onCancel: () => void
}

export const ExpiredPassword = ({ view, say, onChanged, onCancel }: Props) => {
  const { t } = useTranslation('sign-in')
  const { identityName, token, rememberLogin } = view
  const change = useNewPassword({ identityName, token }, (password) => {
    say('password.changed')
    return onChanged({ userName: identityName, password, rememberLogin })
  })
  const { errors, forget } = change

  useEffect(() => {
    if (errors.length === 0) return
    const timer = setTimeout(forget, errorsShownFor)
    return () => clearTimeout(timer)
  }, [errors, forget])

  return (
    <>
      <NewPasswordForm
        title={t('expired.title')}
        lead={t('Password expired so create a new one')}
        identityName={identityName}
        change={change}
      >
        <button type="button" className="btn link" onClick={onCancel}>
          {t('dialog.cancel')}
        </button>
      </NewPasswordForm>
      {change.failed && <FailureDialog errors={[unknownError]} onClose={change.dismiss} />}
    </>
  )
}
