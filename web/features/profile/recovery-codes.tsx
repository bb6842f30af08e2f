// Ten recovery codes, shown this once: only its button closes it.
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'

export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation('authenticators')
  return (
    <WideDialog title={t('codesTitle')} width={520} busy onClose={onClose}>
      <div className="factor-form">
        <p>{t('codesText')}</p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="dlg-actions">
          <CopyButton value={codes.join('\n')} label={t('copyCodes')} worded="large" />
          <button type="button" className="b pri" onClick={onClose}>
            {t('codesKept')}
          </button>
        </div>
      </div>
    </WideDialog>
  )
}
