// A call that failed without a word for the form (R8.2-07).
import { useTranslation } from 'react-i18next'
import { Messages } from './alerts.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorIcon } from './icons.tsx'

export const FailureDialog = ({ errors, onClose }: { errors: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation('sign-in')
  return (
    <Dialog
      tone="error"
      icon={<ErrorIcon />}
      title={t('dialog.error')}
      actions={[{ value: 'ok', label: t('dialog.ok') }]}
      onClose={onClose}
    >
      <Messages errors={errors} />
    </Dialog>
  )
}
