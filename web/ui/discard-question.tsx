// Asked before what was typed is lost: in dialogs, drawers and pages the same (docs/ux.md, rule 26).
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

export const DiscardQuestion = ({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) => {
  const { t } = useTranslation('table')
  return (
    <Dialog
      kind="alertdialog"
      title={t('discardTyped')}
      onClose={onKeep}
      actions={
        <>
          <button type="button" className="b" onClick={onDiscard}>
            {t('discard')}
          </button>
          <button type="button" className="b pri" autoFocus onClick={onKeep}>
            {t('keepEditing')}
          </button>
        </>
      }
    >
      {t('discardTypedText')}
    </Dialog>
  )
}
