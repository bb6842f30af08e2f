// The secret of a webhook, this once.
import { useTranslation } from 'react-i18next'
import { Secret } from '#web/ui/secret.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'

export type WebhookSecret = { readonly id: string; readonly name: string; readonly secret: string }

/** Only its button closes it: what is shown is never shown again. */
export const SecretDialog = ({ made: { name, secret }, onClose }: { made: WebhookSecret; onClose: () => void }) => {
  const { t } = useTranslation('webhooks')
  return (
    <WideDialog title={t('secretTitle', { name })} width={560} busy onClose={onClose}>
      <p>{t('secretText')}</p>
      <Secret value={secret} label={t('secret')} hint={t('shownOnce')} />
      <div className="dlg-actions">
        <button type="button" className="b" onClick={onClose}>
          {t('shell:close')}
        </button>
      </div>
    </WideDialog>
  )
}
