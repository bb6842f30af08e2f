// A panel beside a list, of what is open in it.
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './docked.css'

/** Beside the list: a part of the page, which takes the focus when it opens and Escape closes. */
export const Docked = ({ title, head, foot, onClose, children }: DockedProps) => {
  const { t } = useTranslation('shell')
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
    <aside ref={panel} className="docked-panel card" aria-label={title}>
      <header>
        {head}
        <button type="button" className="ic s" aria-label={t('close')} data-tip={t('close')} onClick={onClose}>
          <X size={18} />
        </button>
      </header>
      <div className="docked-body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </aside>
  )
}
type DockedProps = { title: string; head: ReactNode; foot: ReactNode; onClose: () => void; children: ReactNode }
