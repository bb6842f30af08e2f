// Sends a new password, and tells apart what the form shows from what needs a dialog (R8.2-07).
import { useCallback, useState } from 'react'
import { calls, wordsOf } from './calls.ts'
import { orUnknown } from './messages.ts'
import { usePasswordPolicy } from './password-policy.ts'

type PasswordTarget = { identityName: string; token: string; returnUrl?: string | null }
type OnChanged = (newPassword: string, redirectTo: string | undefined) => Promise<void>

export const useNewPassword = (whose: PasswordTarget, done: OnChanged) => {
  const [errors, setErrors] = useState<readonly string[]>([])
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const { askAgain } = usePasswordPolicy()

  const forget = useCallback(() => setErrors([]), [])

  const save = async (newPassword: string) => {
    setBusy(true)
    setErrors([])
    try {
      const answer = await calls.changePassword({ ...whose, newPassword })
      if (answer.success) await done(newPassword, answer.redirectTo)
      else {
        setErrors(orUnknown(answer.errors))
        askAgain()
      }
    } catch (failure) {
      const words = wordsOf(failure)
      setErrors(words)
      setFailed(words.length === 0)
    } finally {
      setBusy(false)
    }
  }

  return { errors, failed, busy, save, dismiss: () => setFailed(false), forget }
}
