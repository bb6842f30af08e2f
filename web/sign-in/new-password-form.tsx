// A new password, typed twice, beside the rules it has to keep (R5.1-04…06, R5.1-09).
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, mostPasswordCharacters, type PasswordPolicy } from '#contract/kernel/password-policy.ts'
import { Alerts } from './alerts.tsx'
import { focusOnMount } from './focus.ts'
import { PasswordField } from './password-field.tsx'
import { usePasswordPolicy } from './password-policy.ts'
import { RuleList } from './rule-list.tsx'
import { SubmitButton } from './submit-button.tsx'
import type { useNewPassword } from './use-new-password.ts'
import { ViewHeading } from './view-heading.tsx'

type Props = {
  title: string
  lead: ReactNode
  identityName: string
  change: ReturnType<typeof useNewPassword>
  children?: ReactNode
}

const faultOf = (password: string, policy: PasswordPolicy) => {
  if (password === '') return 'password.required'
  return brokenPasswordRules(password, policy).length > 0 ? 'password.weak' : undefined
}
const faultOfRepeat = (password: string, repeat: string) => {
  if (repeat === '') return 'password.again.required'
  return repeat === password ? undefined : 'password.mismatch'
}

export const NewPasswordForm = ({ title, lead, identityName, change, children }: Props) => {
  const { t } = useTranslation('sign-in')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [asked, setAsked] = useState({ password: false, repeat: false })
  const form = useRef<HTMLFormElement>(null)
  const rules = useId()
  const { policy } = usePasswordPolicy()
  const fault = faultOf(password, policy)
  const repeatFault = faultOfRepeat(password, repeat)
  const common = { autoComplete: 'new-password', maxLength: mostPasswordCharacters, required: true }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked({ password: true, repeat: true })
    if (fault || repeatFault)
      form.current?.querySelector<HTMLInputElement>(`input[name=${fault ? 'password' : 'repeat'}]`)?.focus()
    else if (!change.busy) void change.save(password)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby="view">
      <ViewHeading id="view" title={title}>
        {lead}
      </ViewHeading>
      <Alerts errors={change.errors} />
      {/* Tells the password manager whose password changes. */}
      <input type="text" autoComplete="username" value={identityName} readOnly hidden />
      <PasswordField
        {...common}
        ref={focusOnMount}
        name="password"
        label={t('password.new')}
        value={password}
        error={asked.password && fault ? t(fault) : undefined}
        aria-describedby={rules}
        onChange={(event) => setPassword(event.target.value)}
        onBlur={() => password && setAsked((now) => ({ ...now, password: true }))}
      />
      <RuleList id={rules} password={password} judged={asked.password} />
      <PasswordField
        {...common}
        name="repeat"
        label={t('password.again')}
        value={repeat}
        error={asked.repeat && repeatFault ? t(repeatFault) : undefined}
        onChange={(event) => setRepeat(event.target.value)}
        onBlur={() => repeat && setAsked((now) => ({ ...now, repeat: true }))}
      />
      <SubmitButton busy={change.busy ? t('password.saving') : undefined}>{t('password.save')}</SubmitButton>
      {children}
    </form>
  )
}
