// What was typed is not lost by a click beside it: leaving the page asks first (docs/ux.md, rule 21).
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

/** Tabs of a page are one page: they keep what was typed. */
export const UnsavedGuard = ({ unsaved }: { unsaved: boolean }) => {
  const { t } = useTranslation('shell')
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      kind="alertdialog"
      title={t('unsaved')}
      onClose={blocker.reset}
      actions={
        <>
          <button type="button" className="b" onClick={blocker.proceed}>
            {t('discard')}
          </button>
          <button type="button" className="b pri" autoFocus onClick={blocker.reset}>
            {t('keepEditing')}
          </button>
        </>
      }
    >
      {t('unsavedText')}
    </Dialog>
  )
}
