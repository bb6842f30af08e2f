// The terms of use are long and rarely read: they are fetched when somebody asks for them (R2.3-08).
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Alerts } from './alerts.tsx'
import { Dialog } from './dialog.tsx'
import { unknownError } from './messages.ts'

const Unavailable = () => <Alerts errors={[unknownError]} />

const Terms = lazy(() =>
  import('./terms.tsx').then(
    (module) => ({ default: module.Terms }),
    () => ({ default: Unavailable }),
  ),
)

export const TermsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t, i18n } = useTranslation('sign-in')
  return (
    <Dialog title={t('terms')} size="wide" actions={[{ value: 'close', label: t('dialog.close') }]} onClose={onClose}>
      {i18n.language !== 'fr' && <p className="note">{t('terms.french')}</p>}
      <Suspense fallback={<div className="bones" />}>
        <Terms />
      </Suspense>
    </Dialog>
  )
}
