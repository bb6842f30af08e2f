import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { Menu } from '#web/ui/menu.tsx'
import { AppIcon } from '#web/ui/app-icon.tsx'

type Move = (from: number, to: number) => void
type Props = { app: HubItem; index: number; total: number; onMove: Move; onDragging: (dragging: boolean) => void }

const inRow = 4
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -inRow, ArrowDown: inRow }

/** Where the dragged tile would go: before this one, or after it. */
const useDragAndDrop = ({ index, onMove, onDragging }: Pick<Props, 'index' | 'onMove' | 'onDragging'>) => {
  const element = useRef<HTMLLIElement>(null)
  const [dragged, setDragged] = useState(false)
  const [over, setOver] = useState<'before' | 'after'>()
  useEffect(() => {
    if (!element.current) return
    const start = (dragging: boolean) => {
      setDragged(dragging)
      onDragging(dragging)
    }
    return combine(
      draggable({
        element: element.current,
        getInitialData: () => ({ index }),
        onDragStart: () => start(true),
        onDrop: () => start(false),
      }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => typeof source.data.index === 'number',
        onDragEnter: ({ source }) =>
          setOver(source.data.index === index ? undefined : Number(source.data.index) > index ? 'before' : 'after'),
        onDragLeave: () => setOver(undefined),
        onDrop: ({ source }) => {
          setOver(undefined)
          onMove(Number(source.data.index), index)
        },
      }),
    )
  })
  return { element, dragged, over }
}

/** The menu twin of dragging (WCAG 2.5.7). */
const MoveMenu = ({ app, index, total, onMove }: Omit<Props, 'onDragging'>) => {
  const { t } = useTranslation('hub-dialogs')
  const positions = Array.from({ length: total }, (_none, position) => ({
    id: String(position),
    label: t('position', { position: position + 1 }),
    checked: position === index,
    run: () => onMove(index, position),
  }))
  return (
    <Menu
      className="ic"
      label={t('moveTo', { title: app.title })}
      trigger={<Ellipsis size={18} aria-hidden="true" />}
      items={positions}
    />
  )
}

export const SortableTile = ({ app, index, total, onMove, onDragging }: Props) => {
  const { t } = useTranslation('hub-dialogs')
  const { element, dragged, over } = useDragAndDrop({ index, onMove, onDragging })
  const keys = (event: KeyboardEvent) => {
    const step = event.altKey ? steps[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    onMove(index, index + step)
  }
  return (
    <li ref={element} className={`sort-tile${dragged ? ' held' : ''}${over ? ` ${over}` : ''}`} onKeyDown={keys}>
      <button
        type="button"
        className="sort-grip"
        aria-label={t('tilePosition', { title: app.title, position: index + 1, total })}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
      >
        <AppIcon app={app} size={40} />
        <b>{app.title}</b>
      </button>
      <MoveMenu app={app} index={index} total={total} onMove={onMove} />
    </li>
  )
}
