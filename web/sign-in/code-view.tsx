// Two-factor: the code from the e-mail, for as long as it holds (R4.3).
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alerts } from './alerts.tsx'
import { CodeField } from './code-field.tsx'
import { Countdown } from './countdown.tsx'
import { RefreshIcon } from './icons.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useCountdown } from './use-countdown.ts'
import { useRefusedCode, whileCodeHolds } from './use-refused-code.ts'
import { ViewHeading } from './view-heading.tsx'
import { WithBold } from '#web/ui/with-bold.tsx'

type Props = {
  sentTo: string | undefined
  deadline: number
  errors: readonly string[]
  busy: boolean
  onVerify: (code: string) => void
  onResend: () => void
  onCancel: () => void
}

export const CodeView = ({ sentTo, deadline, errors, busy, onVerify, onResend, onCancel }: Props) => {
  const { t } = useTranslation('sign-in')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const left = useCountdown(deadline)
  const { isRefused, sent } = useRefusedCode(code, errors)

  // One that is over is worthless, as is one that a new code replaces.
  const holdsUntil = left > 0 ? deadline : 0
  const [typedFor, setTypedFor] = useState(holdsUntil)
  if (typedFor !== holdsUntil) {
    setTypedFor(holdsUntil)
    setCode('')
  }
  useEffect(() => {
    if (deadline) input.current?.focus()
  }, [deadline])
  useEffect(() => {
    if (errors.length > 0) input.current?.select()
  }, [errors])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (left === 0) return onResend()
    setMissing(code === '')
    if (code === '') return input.current?.focus()
    sent(code)
    onVerify(code)
  }

  return (
    <form onSubmit={submit} noValidate aria-labelledby="view">
      <ViewHeading id="view" title={t('code.title')}>
        {sentTo ? <WithBold text={t('code.sentTo', { address: sentTo })} /> : t('code.sent')}
      </ViewHeading>
      <Alerts errors={whileCodeHolds(left > 0, errors)} />
      <Countdown left={left} />
      <CodeField
        ref={input}
        value={code}
        error={missing && code === '' ? t('code.required') : undefined}
        isRefused={isRefused}
        onChange={setCode}
      />
      <SubmitButton busy={busy ? t('loggingIn') : undefined}>
        {t(left > 0 ? 'code.submit' : 'code.resend')}
      </SubmitButton>
      <button type="button" className="btn link" onClick={onCancel}>
        {t('dialog.cancel')}
      </button>
      <Tip />
    </form>
  )
}

const Tip = () => {
  const { t } = useTranslation('sign-in')
  return (
    <p className="tip">
      <RefreshIcon />
      <span>
        <WithBold text={t('code.tip')} />
      </span>
    </p>
  )
}
