// Work in the middle of the page that needs room, modal: title, content, a way out.
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PartBoundary } from './lazily.tsx'
import { CloseButton, type GuardedProps, GuardedModal } from './guarded-modal.tsx'

type Props = GuardedProps & { title: string; width: number; children: ReactNode }

export const WideDialog = ({ title, width, children, ...guarded }: Props) => {
  const { t } = useTranslation('shell')
  const id = useId()
  return (
    <GuardedModal {...guarded} className="dlg wide" style={{ width }} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <CloseButton className="ic" aria-label={t('close')} data-tip={t('close')}>
          <X size={19} />
        </CloseButton>
      </header>
      <div className="dlg-in">
        <PartBoundary>{children}</PartBoundary>
      </div>
    </GuardedModal>
  )
}
