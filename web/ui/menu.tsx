// A menu: arrow keys, Home, End and the first letter walk it, Escape gives the focus back to its button.
import type { KeyboardEvent, ReactNode } from 'react'
import { Check } from 'lucide-react'
import { Popover } from './popover.tsx'

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

const walk = (event: KeyboardEvent<HTMLElement>) => {
  const items = itemsIn(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = () => {
    if (event.key === 'ArrowDown') return items[(at + 1) % items.length]
    if (event.key === 'ArrowUp') return items[(at - 1 + items.length) % items.length]
    if (event.key === 'Home') return items[0]
    if (event.key === 'End') return items.at(-1)
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : undefined
    return (
      letter &&
      [...items.slice(at + 1), ...items].find((item) => item.textContent.trim().toLowerCase().startsWith(letter))
    )
  }
  const item = next()
  if (!item) return
  event.preventDefault()
  event.stopPropagation()
  item.focus()
}

const focusOne = (panel: HTMLElement, from: 'first' | 'last') => {
  if (panel.contains(document.activeElement)) return
  const items = itemsIn(panel)
  const chosen = panel.querySelector<HTMLElement>('[aria-checked=true]')
  ;(chosen ?? items.at(from === 'first' ? 0 : -1))?.focus()
}

type Props = { label: string; className?: string; trigger: ReactNode; items: readonly MenuItem[] }

export const Menu = ({ items, ...button }: Props) => (
  <Popover
    {...button}
    kind="menu"
    onOpened={focusOne}
    panel={(close) => (
      <div role="presentation" onKeyDown={walk}>
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
    )}
  />
)
