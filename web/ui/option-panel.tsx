// The options of a combobox, below its text field in the top layer, with what is said of them (WAI-ARIA combobox).
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLayer } from './layer.ts'
import { usePlacement } from './placement.ts'
import './option-panel.css'

type OptionProps = { id: string; active: boolean; children: ReactNode; onChoose: () => void }

const Option = ({ id, active, children, onChoose }: OptionProps) => {
  useEffect(() => {
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    // The keyboard chooses in the text field, which the list belongs to.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <li role="option" id={id} aria-selected={active} tabIndex={-1} onClick={onChoose}>
      {children}
    </li>
  )
}

type Props<Item> = {
  /** Of the list; its options are this with their number behind it. */
  id: string
  label: string
  /** The text field, which keeps the focus. */
  anchor: RefObject<HTMLElement | null>
  open: boolean
  items: readonly Item[]
  active: number
  status: string
  itemKey: (item: Item) => string
  show: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  onDismiss: () => void
}

export const OptionPanel = <Item,>(props: Props<Item>) => {
  const { id, label, anchor, open, items, active, status, itemKey, show, onChoose, onDismiss } = props
  const panel = useRef<HTMLDivElement>(null)
  usePlacement(open, { panel, anchor, placement: 'bottom-start', asWide: true, onLost: onDismiss })
  useLayer(open, onDismiss)
  return (
    <div
      ref={panel}
      className="option-panel"
      popover="manual"
      onPointerDown={(event) => event.preventDefault()}
      role="presentation"
    >
      <ul id={id} role="listbox" aria-label={label} hidden={items.length === 0}>
        {items.map((item, index) => (
          <Option key={itemKey(item)} id={`${id}-${index}`} active={index === active} onChoose={() => onChoose(item)}>
            {show(item)}
          </Option>
        ))}
      </ul>
      <p role="status">{status}</p>
    </div>
  )
}
