// A menu: arrow keys, Home, End and the first letters walk it, Escape gives the focus back to its button (WAI-ARIA menu
// button).
import type { KeyboardEvent, ReactNode } from 'react'
import { Check } from 'lucide-react'
import { Popover } from './popover.tsx'
import { useTypeahead } from './typeahead.ts'

export type MenuItem = {
  id: string
  label: string
  /** Of the label. */
  lang?: string
  icon?: ReactNode
  /** One of several: the chosen one is marked. */
  checked?: boolean
  disabled?: boolean
  /** Why it is disabled. */
  hint?: string
  danger?: boolean
  /** A line before it. */
  divided?: boolean
  run: () => void
}

const itemsIn = (panel: Element) => [...panel.querySelectorAll<HTMLElement>('[role^=menuitem]')]

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

const useWalk = () => {
  const lead = useTypeahead()
  return (event: KeyboardEvent<HTMLElement>) => {
    const items = itemsIn(event.currentTarget)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const labels = items.map((item) => item.querySelector('span')?.textContent ?? '')
    const step = steps[event.key]
    const to = step ? step(at, items.length - 1) : lead(event, labels, at)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    items[to]?.focus()
  }
}

const focusOne = (panel: HTMLElement, from: 'first' | 'last') => {
  if (panel.contains(document.activeElement)) return
  const items = itemsIn(panel)
  const chosen = panel.querySelector<HTMLElement>('[aria-checked=true]')
  ;(chosen ?? items.at(from === 'first' ? 0 : -1))?.focus()
}

type Props = { label: string; className?: string; trigger: ReactNode; items: readonly MenuItem[] }

const Items = ({ items, close }: { items: readonly MenuItem[]; close: () => void }) => (
  <div role="presentation" onKeyDown={useWalk()}>
    {items.map(({ id, label, lang, icon, checked, disabled, hint, danger, divided, run }) => (
      <button
        key={id}
        type="button"
        className={`mi${danger ? ' danger' : ''}${divided ? ' divided' : ''}`}
        lang={lang}
        role={checked === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={checked}
        tabIndex={-1}
        aria-disabled={disabled}
        onClick={() => {
          if (disabled) return
          close()
          run()
        }}
      >
        {icon}
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
        {checked && <Check size={16} className="mi-check" aria-hidden="true" />}
      </button>
    ))}
  </div>
)

export const Menu = ({ items, ...button }: Props) => (
  <Popover {...button} kind="menu" onOpened={focusOne} panel={(close) => <Items items={items} close={close} />} />
)
