// A panel beside a list, of what is open in it.
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptFocus } from './keep-focus.ts'
import { somethingOnTop } from './layer.ts'
import './docked.css'

/** Closed from within, it gives the focus back to what had it when it opened, as a dialog does. */
const useFocusBack = () => {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const here = panel.current
    const before = document.activeElement
    return () => {
      if (here?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return panel
}

const bodyOf = (focused: Element) => {
  const body = focused.closest('.docked-panel')?.querySelector<HTMLElement>('.docked-body')
  return () => body
}

/** A part of the page: it leaves the focus where it is when it opens; Escape in it closes it. */
export const Docked = ({ title, head, foot, onClose, children }: DockedProps) => {
  const { t } = useTranslation('shell')
  const panel = useFocusBack()
  useKeptFocus(panel, bodyOf)
  const escape = ({ key, defaultPrevented, nativeEvent: { isComposing } }: KeyboardEvent) =>
    key === 'Escape' && !defaultPrevented && !isComposing && !somethingOnTop() && onClose()
  return (
    <aside ref={panel} className="docked-panel card" aria-label={title} onKeyDown={escape}>
      <header>
        {head}
        <button type="button" className="ic s" aria-label={t('close')} data-tip={t('close')} onClick={onClose}>
          <X size={18} />
        </button>
      </header>
      {/* What is long is scrolled by the keyboard as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="docked-body" tabIndex={0}>
        {children}
      </div>
      {foot && <footer>{foot}</footer>}
    </aside>
  )
}
type DockedProps = { title: string; head: ReactNode; foot: ReactNode; onClose: () => void; children: ReactNode }
