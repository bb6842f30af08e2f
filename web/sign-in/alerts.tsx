// Errors sit over the form, in the server's words and the user's language (R8.2-01).
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { ErrorIcon } from './icons.tsx'
import { messageOf } from './messages.ts'
import { usePasswordPolicy } from './password-policy.ts'

export const Alerts = ({ errors }: { errors: readonly string[] }) => {
  if (errors.length === 0) return null
  return (
    <Alert mark={<ErrorIcon />}>
      <Messages errors={errors} />
    </Alert>
  )
}

export const Messages = ({ errors }: { errors: readonly string[] }) => {
  const { t } = useTranslation('sign-in')
  const { policy } = usePasswordPolicy()
  return errors.map((error) => {
    const { text, advice } = messageOf(t, error, policy)
    return (
      <p key={error}>
        {text}
        {advice && <span>{advice}</span>}
      </p>
    )
  })
}
