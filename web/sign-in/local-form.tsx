// The normal form of the local login (R5.1-01…03).
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { Alerts } from './alerts.tsx'
import { isCompanyUser } from './configuration.ts'
import { ExternalButton } from './external-button.tsx'
import { Field } from './field.tsx'
import { focusOnMount } from './focus.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { MailIcon } from './icons.tsx'
import { PasswordField } from './password-field.tsx'
import { useOfferedPasskey } from './use-offered-passkey.ts'
import { SubmitButton } from './submit-button.tsx'
import type { Credentials, SignIn } from './use-sign-in.ts'
import { ViewHeading } from './view-heading.tsx'

type Props = { config: RuntimeConfig | undefined; application: string | undefined; signIn: SignIn; onBack: () => void }

const missing = ({ userName, password }: Credentials) => ({
  userName: userName.trim() === '',
  password: password === '',
})
const firstMissing = (lacks: ReturnType<typeof missing>) =>
  (['userName', 'password'] as const).find((field) => lacks[field])

export const LocalForm = ({ config, application, signIn, onBack }: Props) => {
  const { t } = useTranslation('sign-in')
  const { credentials, setCredentials } = signIn
  const [asked, setAsked] = useState(false)
  /** A name that was there before anybody typed: what is missing comes next. */
  const [named] = useState(credentials.userName !== '')
  const company = signIn.isExternal || isCompanyUser(credentials.userName, config)
  const form = useRef<HTMLFormElement>(null)
  const lacks = missing(credentials)
  useOfferedPasskey(signIn)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (company) return
    setAsked(true)
    const first = firstMissing(lacks)
    if (first) form.current?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus()
    else void signIn.login(credentials)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="view">
      <ViewHeading id="view" title={t('signIn')} application={application}>
        {t('intro')}
      </ViewHeading>
      <Alerts errors={signIn.errors} />
      <Field
        {...(named && !company ? {} : { ref: focusOnMount })}
        name="userName"
        label={t('local.userName')}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        required
        value={credentials.userName}
        error={asked && lacks.userName ? t('local.userName.required') : undefined}
        onChange={(event) => setCredentials({ ...credentials, userName: event.target.value })}
      />
      {company ? (
        <CompanyUser config={config} told={signIn.isExternal && signIn.errors.length > 0} />
      ) : (
        <PasswordPart
          signIn={signIn}
          focused={named}
          error={asked && lacks.password ? t('password.required') : undefined}
        />
      )}
      <button type="button" className="btn link" onClick={onBack}>
        {t('local.back')}
      </button>
    </form>
  )
}

/** `told`: the alert has said so, and the focus was on what is gone now. */
const CompanyUser = ({ config, told }: { config: RuntimeConfig | undefined; told: boolean }) => {
  const { t } = useTranslation('sign-in')
  return (
    <>
      {!told && (
        <p className="sign-in-note" role="status">
          <MailIcon size={20} />
          <span>{t('local.company')}</span>
        </p>
      )}
      <ExternalButton config={config} {...(told ? { focus: focusOnMount } : {})} />
    </>
  )
}

const PasswordPart = ({ signIn, focused, error }: { signIn: SignIn; focused: boolean; error: string | undefined }) => {
  const { t } = useTranslation('sign-in')
  const { credentials, setCredentials, busy } = signIn
  return (
    <>
      <PasswordField
        {...(focused ? { ref: focusOnMount } : {})}
        name="password"
        label={t('local.password')}
        autoComplete="current-password"
        maxLength={128}
        required
        value={credentials.password}
        error={error}
        onChange={(event) => setCredentials({ ...credentials, password: event.target.value })}
      />
      <div className="row">
        <label className="tick">
          <input
            type="checkbox"
            checked={credentials.rememberLogin}
            onChange={(event) => setCredentials({ ...credentials, rememberLogin: event.target.checked })}
          />
          {t('local.remember')}
        </label>
        <ForgotPassword userName={credentials.userName} />
      </div>
      <SubmitButton busy={busy ? t('loggingIn') : undefined}>{t('signIn')}</SubmitButton>
    </>
  )
}
