// The third local view: the password was right, and too old (R4.2-02, R4.4-01, R4.4-02).
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calls, wordsOf } from './calls.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { messageOf, orUnknown, unknownError } from './messages.ts'
import { NewPasswordForm } from './new-password-form.tsx'
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
  const [errors, setErrors] = useState<readonly string[]>([])
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (errors.length === 0) return
    const timer = setTimeout(() => setErrors([]), errorsShownFor)
    return () => clearTimeout(timer)
  }, [errors])

  const save = async (newPassword: string) => {
    const { identityName, token, rememberLogin } = view
    setBusy(true)
    setErrors([])
    try {
      const answer = await calls.changePassword({ identityName, token, newPassword })
      if (!answer.success) return setErrors(orUnknown(answer.errors))
      say('password.changed')
      await onChanged({ userName: identityName, password: newPassword, rememberLogin })
    } catch (failure) {
      const words = wordsOf(failure)
      setErrors(words)
      setFailed(words.length === 0)
    } finally {
      setBusy(false)
    }
  }

  const lead = messageOf(t, 'Password expired so create a new one').text
  return (
    <>
      <NewPasswordForm title={t('expired.title')} lead={lead} identityName={view.identityName} errors={errors} busy={busy} onSave={(password) => void save(password)}>
        <button type="button" className="btn link" onClick={onCancel}>
          {t('dialog.cancel')}
        </button>
      </NewPasswordForm>
      {failed && <FailureDialog errors={[unknownError]} onClose={() => setFailed(false)} />}
    </>
  )
}
