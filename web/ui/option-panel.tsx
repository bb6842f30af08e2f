// The options of a combobox, below its text field in the top layer, with what is said of them (WAI-ARIA combobox).
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLayer } from './layer.ts'
import { usePlacement } from './placement.ts'
import './option-panel.css'

type PointerPosition = Pick<MouseEvent, 'clientX' | 'clientY'>

type OptionProps = {
  id: string
  active: boolean
  children: ReactNode
  onPress: (at: PointerPosition) => void
  onChoose: () => void
}

const Option = ({ id, active, children, onPress, onChoose }: OptionProps) => {
  useEffect(() => {
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    // The keyboard chooses in the text field, which the list belongs to.
    <li role="option" id={id} aria-selected={active} tabIndex={-1} onPointerDown={onPress} onClick={onChoose}>
      {children}
    </li>
  )
}

/** In CSS pixels: a pointer that went further was moved on purpose. */
const farthest = 8

/**
 * What was pressed, if the answer to what was typed last moved the options before the pointer was released: then the
 * browser clicks the list instead.
 */
const usePressed = <Item,>(onChoose: (item: Item) => void) => {
  const pressed = useRef<{ item: Item; x: number; y: number }>(undefined)
  return {
    press: (item: Item, { clientX: x, clientY: y }: PointerPosition) => {
      pressed.current = { item, x, y }
    },
    release: ({ target, clientX, clientY }: MouseEvent) => {
      const { current: from } = pressed
      pressed.current = undefined
      if (!from || (target instanceof Element && target.closest('[role=option]'))) return
      if (Math.hypot(clientX - from.x, clientY - from.y) < farthest) onChoose(from.item)
    },
    /** A finger that scrolls presses nothing. */
    forget: () => {
      pressed.current = undefined
    },
  }
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
  const { press, release, forget } = usePressed(onChoose)
  usePlacement(open, { panel, anchor, placement: 'bottom-start', asWide: true, onLost: onDismiss })
  useLayer(open, onDismiss)
  return (
    <div
      ref={panel}
      className="option-panel"
      popover="manual"
      onPointerDown={(event) => event.preventDefault()}
      onClick={release}
      onPointerCancel={forget}
      role="presentation"
    >
      <ul id={id} role="listbox" aria-label={label} hidden={items.length === 0}>
        {items.map((item, index) => (
          <Option
            key={itemKey(item)}
            id={`${id}-${index}`}
            active={index === active}
            onPress={(at) => press(item, at)}
            onChoose={() => onChoose(item)}
          >
            {show(item)}
          </Option>
        ))}
      </ul>
      <p role="status">{status}</p>
    </div>
  )
}
