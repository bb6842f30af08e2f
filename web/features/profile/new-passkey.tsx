// A new passkey: made by the browser once it has its name.
import { useTranslation } from 'react-i18next'
import { authenticators } from '#contract/authenticators.ts'
import { call } from '#web/lib/client.ts'
import { showNotice } from '#web/lib/notices.ts'
import { createPasskey } from '#web/lib/passkeys.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { DialogForm } from '#web/ui/form-dialog.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { PasskeyName, usePasskeyName } from './passkey-name.tsx'

export const NewPasskey = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('authenticators')
  const add = useWrite(authenticators.addPasskey)
  const form = usePasskeyName('')
  const submit = form.send(async (values) => {
    const name = values.name.trim()
    const { transaction, options } = await call(authenticators.passkeyOptions)
    const credential = await createPasskey(options)
    // Somebody closed the browser's dialog: ours stays for another try.
    if (!credential) return
    await add.mutateAsync({ input: { transaction, name, credential } })
    showNotice({ kind: 'success', title: t('passkeyAdded', { name }) })
    onClose()
  })
  return (
    <WideDialog
      title={t('addPasskeyTitle')}
      width={480}
      dirty={form.changed.length > 0}
      busy={add.isPending}
      onClose={onClose}
    >
      <DialogForm
        failure={form.failure}
        className="factor-form"
        busy={add.isPending}
        verb={t('goOn')}
        onSubmit={submit}
      >
        <p>{t('addPasskeyText')}</p>
        <PasskeyName form={form} />
      </DialogForm>
    </WideDialog>
  )
}
