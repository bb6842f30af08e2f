// Work in the middle of the page that needs room, modal: title, content, a way out.
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Opening, useModal } from './drawer.tsx'
import './dialog.css'

type Props = {
  title: string
  width: number
  /** While something is being dragged, Escape ends that and not the dialog. */
  busy?: boolean
  onClose: () => void
  children: ReactNode
}

export const WideDialog = ({ title, width, busy = false, onClose, children }: Props) => {
  const { t } = useTranslation('shell')
  const dialog = useModal()
  const id = useId()
  const leave = () => !busy && onClose()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      className="dlg wide"
      style={{ width }}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClick={({ target }) => target === dialog.current && leave()}
    >
      <Opening />
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="ic" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <X size={19} />
        </button>
      </header>
      <div className="dlg-in">{children}</div>
    </dialog>
  )
}
