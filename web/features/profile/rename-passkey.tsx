// Another name for a passkey.
import { useTranslation } from 'react-i18next'
import { authenticators, type Passkey } from '#contract/authenticators.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { DialogForm } from '#web/ui/form-dialog.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { PasskeyName, usePasskeyName } from './passkey-name.tsx'

export const RenamePasskey = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { t } = useTranslation('authenticators')
  const rename = useWrite(authenticators.renamePasskey)
  const form = usePasskeyName(passkey.name)
  const submit = form.send(async (values) => {
    const name = values.name.trim()
    if (name !== passkey.name) {
      await rename.mutateAsync({ params: { id: passkey.id }, input: { name } })
      showNotice({ kind: 'success', title: t('passkeyRenamed', { name }) })
    }
    onClose()
  })
  return (
    <WideDialog
      title={t('renamePasskeyTitle', { name: passkey.name })}
      width={480}
      dirty={form.changed.length > 0}
      busy={rename.isPending}
      onClose={onClose}
    >
      <DialogForm
        failure={form.failure}
        className="factor-form"
        busy={rename.isPending}
        verb={t('renamePasskey')}
        onSubmit={submit}
      >
        <PasskeyName form={form} />
      </DialogForm>
    </WideDialog>
  )
}
