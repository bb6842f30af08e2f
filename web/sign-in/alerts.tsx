// Errors sit over the form, in the server's words and the user's language (R8.2-01).
import { useTranslation } from 'react-i18next'
import { ErrorIcon } from './icons.tsx'
import { messageOf } from './messages.ts'
import { usePasswordPolicy } from './password-policy.ts'

export const Alerts = ({ errors }: { errors: readonly string[] }) => {
  if (errors.length === 0) return null
  return (
    <div className="alert" role="alert">
      <ErrorIcon />
      <div>
        <Messages errors={errors} />
      </div>
    </div>
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
