// A dialog or drawer with unsaved words asks before it closes (docs/ux.md, rule 21).
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'

export const useLeaveGuard = (unsaved: boolean, onClose: () => void): { close: () => void; question: ReactNode } => {
  const { t } = useTranslation('applications')
  const [asking, ask] = useState(false)
  const stay = () => ask(false)
  return {
    close: () => (unsaved ? ask(true) : onClose()),
    question: asking && (
      <Dialog
        kind="alertdialog"
        title={t('unsavedTitle')}
        onClose={stay}
        actions={
          <>
            <button type="button" className="b" onClick={onClose}>
              {t('discard')}
            </button>
            <button type="button" className="b pri" autoFocus onClick={stay}>
              {t('keepEditing')}
            </button>
          </>
        }
      >
        {t('unsavedText')}
      </Dialog>
    ),
  }
}
