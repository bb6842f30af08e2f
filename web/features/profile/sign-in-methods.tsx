// What one signs in with besides the password.
import { useTranslation } from 'react-i18next'
import { authenticators } from '#contract/authenticators.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import './sign-in-methods.css'

export const SignInMethods = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation('authenticators')
  const { data, isError, error, refetch } = useRead(authenticators.list)
  return (
    <section className="card own-sessions sign-in-methods" aria-labelledby="sign-in-methods">
      <header>
        <div>
          <h2 id="sign-in-methods">{t('title')}</h2>
          <p className="mut">{t('hint')}</p>
        </div>
      </header>
      {isError && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul>
          <AuthenticatorApp app={data.app} readOnly={readOnly} />
          <Passkeys passkeys={data.passkeys} readOnly={readOnly} />
        </ul>
      )}
    </section>
  )
}
