// Asks for a reset link: who, are you sure, and where to look (R5.1-11, R5.1-12, R8.2-03, R8.2-04).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Messages } from './alerts.tsx'
import { calls, wordsOf } from './calls.ts'
import { Dialog } from './dialog.tsx'
import { CheckIcon, ErrorIcon, MailIcon } from './icons.tsx'
import { orUnknown } from './messages.ts'

type Step = { at: 'none' | 'missing' | 'confirm' | 'sent' } | { at: 'failed'; errors: readonly string[] }

export const ForgotPassword = ({ userName }: { userName: string }) => {
  const { t, i18n } = useTranslation('sign-in')
  const [step, setStep] = useState<Step>({ at: 'none' })
  const [busy, setBusy] = useState(false)
  const name = userName.trim()

  const send = async () => {
    setBusy(true)
    try {
      const answer = await calls.resetPassword({ username: name, language: i18n.language })
      setStep(answer.success ? { at: 'sent' } : { at: 'failed', errors: orUnknown(answer.errors) })
    } catch (failure) {
      setStep({ at: 'failed', errors: orUnknown(wordsOf(failure)) })
    } finally {
      setBusy(false)
    }
  }
  const confirmed = (value: string) => {
    setStep({ at: 'none' })
    if (value === 'send') void send()
  }

  return (
    <>
      <button
        type="button"
        className="text"
        aria-disabled={busy}
        onClick={() => busy || setStep({ at: name ? 'confirm' : 'missing' })}
      >
        {t(busy ? 'forgot.sending' : 'forgot')}
      </button>
      <StepDialog step={step} name={name} onConfirm={confirmed} onClose={() => setStep({ at: 'none' })} />
    </>
  )
}

type DialogProps = { step: Step; name: string; onConfirm: (value: string) => void; onClose: () => void }

const StepDialog = ({ step, name, onConfirm, onClose }: DialogProps) => {
  const { t } = useTranslation('sign-in')
  const ok = [{ value: 'ok', label: t('dialog.ok') }]
  const confirm = [
    { value: 'cancel', label: t('dialog.cancel') },
    { value: 'send', label: t('forgot.send') },
  ]
  switch (step.at) {
    case 'none':
      return null
    case 'missing':
      return (
        <Dialog
          key="missing"
          tone="warning"
          icon={<ErrorIcon />}
          title={t('forgot.missing.title')}
          actions={ok}
          onClose={onClose}
        >
          {t('forgot.missing')}
        </Dialog>
      )
    case 'confirm':
      return (
        <Dialog
          key="confirm"
          icon={<MailIcon />}
          title={t('forgot.confirm.title')}
          actions={confirm}
          onClose={onConfirm}
        >
          {t('forgot.confirm', { name })}
        </Dialog>
      )
    case 'sent':
      return (
        <Dialog
          key="sent"
          tone="success"
          icon={<CheckIcon />}
          title={t('forgot.sent.title')}
          actions={ok}
          onClose={onClose}
        >
          {t('forgot.sent')}
        </Dialog>
      )
    case 'failed':
      return (
        <Dialog
          key="failed"
          tone="error"
          icon={<ErrorIcon />}
          title={t('forgot.failed.title')}
          actions={ok}
          onClose={onClose}
        >
          <Messages errors={step.errors} />
          <p>{t('forgot.failed')}</p>
        </Dialog>
      )
  }
}
