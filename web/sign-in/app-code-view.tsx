// Two-factor with the authenticator app: its code, or a recovery code by whoever lost it. Loaded when it is asked for.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alerts } from './alerts.tsx'
import { CodeField } from './code-field.tsx'
import { Field } from './field.tsx'
import { focusOnMount } from './focus.ts'
import { SubmitButton } from './submit-button.tsx'
import { useCountdown } from './use-countdown.ts'
import { useRefusedCode, whileCodeHolds } from './use-refused-code.ts'
import { ViewHeading } from './view-heading.tsx'

export type AppCodeProps = {
  deadline: number
  errors: readonly string[]
  busy: boolean
  onVerify: (code: string) => void
  onCancel: () => void
}

type CodeSource = 'app' | 'recovery'
type FormProps = Omit<AppCodeProps, 'deadline' | 'onCancel'> & { by: CodeSource; onBy: (by: CodeSource) => void }

const CodeForm = ({ errors, busy, onVerify, by, onBy }: FormProps) => {
  const { t } = useTranslation('sign-in-factors')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { isRefused, sent } = useRefusedCode(code, errors)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (errors.length > 0) input.current?.select()
  }, [errors])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code === '')
    if (code === '') return
    sent(code)
    onVerify(code)
  }
  const swap = () => {
    onBy(by === 'app' ? 'recovery' : 'app')
    setCode('')
    setMissing(false)
  }
  const error = missing && code === '' ? t('required') : undefined
  return (
    <form onSubmit={submit} noValidate aria-labelledby="view">
      {by === 'app' ? (
        <CodeField ref={input} value={code} error={error} isRefused={isRefused} onChange={setCode} />
      ) : (
        <Field
          ref={focusOnMount}
          label={t('recovery')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          value={code}
          error={error}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      <SubmitButton busy={busy ? t('sign-in:loggingIn') : undefined}>{t('sign-in:code.submit')}</SubmitButton>
      <button type="button" className="btn link" onClick={swap}>
        {t(by === 'app' ? 'useRecovery' : 'useApp')}
      </button>
    </form>
  )
}

export const AppCodeView = ({ deadline, onCancel, ...form }: AppCodeProps) => {
  const { t } = useTranslation('sign-in-factors')
  const [by, setBy] = useState<CodeSource>('app')
  const isOver = useCountdown(deadline) === 0
  const asked = by === 'app' ? 'text' : 'recoveryText'
  return (
    <>
      <ViewHeading id="view" title={t('title')}>
        {t(isOver ? 'expired' : asked)}
      </ViewHeading>
      <Alerts errors={whileCodeHolds(!isOver, form.errors)} />
      {!isOver && <CodeForm {...form} by={by} onBy={setBy} />}
      <button type="button" className={isOver ? 'btn pri' : 'btn link'} onClick={onCancel}>
        {t(isOver ? 'again' : 'sign-in:dialog.cancel')}
      </button>
    </>
  )
}
