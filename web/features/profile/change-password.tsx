// R8.2-05, R8.2-06: asks, sends the mail to oneself, and says how it went.
import { CircleAlert, KeyRound, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/profile.ts'
import { signIn } from '#contract/sign-in.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Step = 'asked' | 'sent' | 'failed'

const icons = {
  asked: <KeyRound size={21} aria-hidden="true" />,
  sent: <MailCheck size={21} aria-hidden="true" />,
  failed: <CircleAlert size={21} aria-hidden="true" />,
}

const useSending = () => {
  const me = useRead(profile.read)
  const send = useWrite(signIn.sendResetMail)
  const [step, setStep] = useState<Step>('asked')
  const run = async () => {
    try {
      const { userName } = me.data ?? (await me.refetch({ throwOnError: true })).data ?? { userName: '' }
      await send.mutateAsync({ params: { name: userName } })
      setStep('sent')
    } catch {
      setStep('failed')
    }
  }
  return { step, run, busy: send.isPending }
}

export const ChangePassword = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profile')
  const { step, run, busy } = useSending()
  const close = (
    <button type="button" className={step === 'asked' ? 'b' : 'b pri'} autoFocus onClick={onClose}>
      {t(step === 'asked' ? 'shell:cancel' : 'shell:ok')}
    </button>
  )
  if (step === 'asked')
    return (
      <Dialog
        icon={icons.asked}
        title={t('shell:changePassword')}
        onClose={onClose}
        actions={
          <>
            {close}
            <Button className="b pri" off={busy} onClick={() => void run()}>
              {busy && <i className="spin small" aria-hidden="true" />}
              {t('send')}
            </Button>
          </>
        }
      >
        {t('passwordAsk')}
      </Dialog>
    )
  return (
    <Dialog
      key={step}
      kind="alertdialog"
      icon={icons[step]}
      title={t(step === 'sent' ? 'sentTitle' : 'failedTitle')}
      onClose={onClose}
      actions={close}
    >
      {t(step === 'sent' ? 'sentText' : 'failedText')}
    </Dialog>
  )
}
