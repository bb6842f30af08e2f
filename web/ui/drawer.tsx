// A panel from the side of the page, modal: the browser's own dialog keeps the focus and gives it back.
import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './dialog.css'

type Props = {
  title: ReactNode
  count?: number
  /** Around the title: a picture before it, a line under it, a mark behind it. */
  picture?: ReactNode
  line?: ReactNode
  mark?: ReactNode
  side: 'left' | 'right'
  width: number
  /** A sheet with a margin around it. */
  inset?: boolean
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Open as long as it is there; closed before it goes, so that the focus returns. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return dialog
}

/** First inside a dialog: it is open when React comes to what has `autoFocus`, which in a closed one takes no focus. */
export const Opening = () => {
  const here = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const dialog = here.current?.closest('dialog')
    if (dialog && !dialog.open) dialog.showModal()
  }, [])
  return <i ref={here} hidden />
}

export const Drawer = ({
  title,
  count,
  picture,
  line,
  mark,
  side,
  width,
  inset = false,
  footer,
  onClose,
  children,
}: Props) => {
  const { t } = useTranslation('shell')
  const dialog = useModal()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      className={`drawer ${side}${inset ? ' inset' : ''}`}
      style={{ width }}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <Opening />
      <div className="drawer-in">
        <header>
          {picture}
          {line ? (
            <div className="drawer-title">
              <h2 id={id}>{title}</h2>
              <p>{line}</p>
            </div>
          ) : (
            <h2 id={id}>{title}</h2>
          )}
          {count !== undefined && <span className="mut">{count}</span>}
          <span className="sp" />
          {mark}
          <button type="button" className="ic" aria-label={t('close')} title={t('close')} onClick={onClose}>
            <X size={19} />
          </button>
        </header>
        <div className="drawer-body">{children}</div>
        {footer && <footer>{footer}</footer>}
      </div>
    </dialog>
  )
}
