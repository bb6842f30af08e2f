// The panel beside the list.
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** Beside the list: a part of the page, which takes the focus when it opens and Escape closes. */
export const Docked = ({ title, head, foot, onClose, children }: DockedProps) => {
  const { t } = useTranslation('operation-requests')
  const panel = useRef<HTMLElement>(null)
  const closing = useEffectEvent(onClose)
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && panel.current?.contains(document.activeElement)) closing()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <aside ref={panel} className="rq-panel card" aria-label={title}>
      <header>
        {head}
        <button type="button" className="ic s" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <X size={18} />
        </button>
      </header>
      <div className="rq-body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </aside>
  )
}
type DockedProps = { title: string; head: ReactNode; foot: ReactNode; onClose: () => void; children: ReactNode }
