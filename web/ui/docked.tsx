// A panel beside a list, of what is open in it.
import { X } from 'lucide-react'
import {
  type KeyboardEvent as KeyEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptFocus } from './keep-focus.ts'
import { somethingOnTop } from './layer.ts'
import './docked.css'

/** Closed from within, it gives the focus back to what opened what it shows, as a dialog does. */
const useFocusBack = (title: string) => {
  const panel = useRef<HTMLElement>(null)
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    // From within one goes on to the next as well.
    if (!panel.current?.contains(document.activeElement)) opener.current = document.activeElement
  }, [title])
  const goBack = useCallback(() => {
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }, [])
  useLayoutEffect(() => {
    const here = panel.current
    return () => {
      if (here?.contains(document.activeElement)) goBack()
    }
  }, [goBack])
  useFocusByKey(panel, goBack)
  return panel
}

/** F6 goes into it from the list, which may have many stops before it, and back: where there is no newer message. */
const useFocusByKey = (panel: RefObject<HTMLElement | null>, goBack: () => void) =>
  useLayoutEffect(() => {
    const go = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented || somethingOnTop() || document.querySelector('.notice')) return
      event.preventDefault()
      if (panel.current?.contains(document.activeElement)) goBack()
      else panel.current?.querySelector<HTMLElement>('.docked-body')?.focus()
    }
    addEventListener('keydown', go)
    return () => removeEventListener('keydown', go)
  }, [panel, goBack])

const bodyOf = (focused: Element) => {
  const body = focused.closest('.docked-panel')?.querySelector<HTMLElement>('.docked-body')
  return () => body
}

/** A part of the page: it leaves the focus where it is when it opens; Escape in it closes it. */
export const Docked = ({ title, head, foot, onClose, children }: DockedProps) => {
  const { t } = useTranslation('shell')
  const panel = useFocusBack(title)
  useKeptFocus(panel, bodyOf)
  const escape = ({ key, defaultPrevented, nativeEvent: { isComposing } }: KeyEvent) =>
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
