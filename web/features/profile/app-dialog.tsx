// A new authenticator app: its picture, and the first code of it.
import { useTranslation } from 'react-i18next'
import { authenticators } from '#contract/authenticators.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form-dialog.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Secret } from '#web/ui/secret.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'

const QrCode = lazily(async () => (await import('./qr-code.tsx')).QrCode)

export type BegunApp = { secret: string; uri: string }

type Props = { begun: BegunApp; onAdded: (recoveryCodes: readonly string[]) => void; onClose: () => void }

const useCodeForm = () => {
  const { t } = useTranslation('authenticators')
  return useForm({ code: '' }, ({ code }) => ({ code: code.trim() ? undefined : t('codeMissing') }))
}

type ScanningProps = Omit<Props, 'onClose'> & { form: ReturnType<typeof useCodeForm> }

const Scanning = ({ begun, form, onAdded }: ScanningProps) => {
  const { t } = useTranslation('authenticators')
  const confirm = useWrite(authenticators.confirmApp)
  const submit = form.send(async (input) => {
    const { recoveryCodes } = await confirm.mutateAsync({ input })
    // The codes stay in their dialog only.
    confirm.reset()
    onAdded(recoveryCodes)
  })
  return (
    <DialogForm
      failure={form.failure}
      className="factor-form"
      busy={confirm.isPending}
      verb={t('finish')}
      onSubmit={submit}
    >
      <p>{t('scan')}</p>
      <div className="qr-place">
        <QrCode text={begun.uri} label={t('picture')} />
      </div>
      <Secret value={begun.secret} label={t('secret')} />
      <Field label={t('code')} required error={form.errorOf('code')}>
        <TextInput
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={form.values.code}
          onChange={({ target }) => form.set('code', target.value)}
        />
      </Field>
    </DialogForm>
  )
}

export const AppDialog = ({ begun, onAdded, onClose }: Props) => {
  const { t } = useTranslation('authenticators')
  const form = useCodeForm()
  return (
    <WideDialog title={t('scanTitle')} width={520} dirty={form.changed.length > 0} onClose={onClose}>
      <Scanning begun={begun} form={form} onAdded={onAdded} />
    </WideDialog>
  )
}
