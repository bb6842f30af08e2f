// One line of the tree: guide lines, arrow, title, second factor, how many stand directly below. Dragged to be moved.
import { ChevronDown, ChevronRight, Fingerprint, Globe, LoaderCircle, RotateCw } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantBranch } from '#contract/tenant-tree.ts'
import { under } from '#web/lib/base.ts'
import { problemText } from '#web/lib/problem.ts'
import type { TreeRow as Row } from './tree-rows.ts'
import { type TenantRow, useDragAndDrop } from './use-drag-and-drop.ts'

type Props = {
  row: Row
  current: boolean
  focused: boolean
  /** Whether it may be dragged, and something dropped on it. */
  movable: boolean
  onAct: (row: Row) => void
  onToggle: (id: string) => void
  onFocus: (key: string) => void
  onDrop: (dragged: TenantBranch, on: TenantBranch) => void
}

const indent = (depth: number) => 8 + depth * 13

const Lines = ({ lines }: { lines: readonly boolean[] }) =>
  // The place of a line is what it is.
  lines.map((leads, index) => (
    <i key={index} className={leads ? 'guide leads' : 'guide'} style={{ insetInlineStart: 15 + index * 13 }} />
  ))

const Arrow = ({ row: { open, reading } }: { row: TenantRow }) => {
  if (reading) return <LoaderCircle size={15} className="spin" />
  if (open === undefined) return <i className="leaf" />
  return open ? <ChevronDown size={15} /> : <ChevronRight size={15} />
}

/** Another click, or one with a key, is the browser's. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

const classOf = (
  { onPath, tentative }: TenantRow,
  { current, over, dragging }: { current: boolean; over: boolean; dragging: boolean },
) =>
  ['line', onPath && 'on-path', current && 'current', over && 'over', dragging && 'held', tentative && 'tentative']
    .filter(Boolean)
    .join(' ')

const Content = ({ row }: { row: TenantRow }) => {
  const { t, i18n } = useTranslation('tenants')
  const { tenant, depth } = row
  return (
    <>
      <Lines lines={row.lines} />
      <span className="arrow">
        <Arrow row={row} />
      </span>
      {depth === 0 && <Globe size={15} />}
      <span className="name">{tenant.title}</span>
      {tenant.requiredTwoModeAuthentification && (
        <>
          <Fingerprint size={14} className="mfa" />
          <span className="sr">{t('requiresMfa')}</span>
        </>
      )}
      {tenant.childrenCount > 0 && depth > 0 && (
        <>
          <span className="n" aria-hidden="true">
            {tenant.childrenCount.toLocaleString(localeOf(i18n.language))}
          </span>
          <span className="sr">{t('directlyBelow', { count: tenant.childrenCount })}</span>
        </>
      )}
    </>
  )
}

const TenantLine = ({ row, current, focused, onAct, onFocus, ...drag }: Props & { row: TenantRow }) => {
  const element = useRef<HTMLAnchorElement>(null)
  const { over, dragging } = useDragAndDrop(element, { row, ...drag })
  const { tenant, open } = row
  const click = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    onFocus(row.key)
    const onArrow = event.target instanceof Element && event.target.closest('.arrow') !== null
    if (onArrow && open !== undefined) drag.onToggle(tenant.id)
    else onAct(row)
  }
  return (
    <a
      ref={element}
      role="treeitem"
      className={classOf(row, { current, over, dragging })}
      data-key={row.key}
      href={under(`admin/tenants/${tenant.id}`)}
      style={{ paddingInlineStart: indent(row.depth) }}
      data-tip={tenant.title}
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.size}
      aria-expanded={open}
      aria-selected={current}
      aria-busy={row.reading || undefined}
      tabIndex={focused ? 0 : -1}
      onClick={click}
      onFocus={() => onFocus(row.key)}
    >
      <Content row={row} />
    </a>
  )
}

const MoreLine = ({ row, focused, onAct, onFocus }: Props & { row: Extract<Row, { kind: 'more' | 'failed' }> }) => {
  const { t } = useTranslation('tenants')
  const failed = row.kind === 'failed'
  const words = failed ? t('errors:tryAgain') : t('showMore', { count: Math.min(row.left, 100) })
  return (
    <div
      role="treeitem"
      className={`line ${failed ? 'failed' : 'more'}`}
      data-key={row.key}
      style={{ paddingInlineStart: indent(row.depth) }}
      data-tip={failed ? problemText(row.error) : undefined}
      aria-level={row.depth + 1}
      aria-selected={false}
      {...(row.kind === 'more' && { 'aria-posinset': row.place, 'aria-setsize': row.size, 'aria-busy': row.reading })}
      tabIndex={focused ? 0 : -1}
      onClick={() => {
        onFocus(row.key)
        onAct(row)
      }}
      onKeyDown={() => {}}
      onFocus={() => onFocus(row.key)}
    >
      <Lines lines={row.lines} />
      <span className="arrow">
        {failed ? <RotateCw size={14} /> : row.reading && <LoaderCircle size={15} className="spin" />}
      </span>
      <span className="name">{words}</span>
    </div>
  )
}

export const TreeLine = (props: Props) => {
  const { row } = props
  if (row.kind === 'tenant') return <TenantLine {...props} row={row} />
  if (row.kind !== 'reading') return <MoreLine {...props} row={row} />
  return (
    <div className="line" style={{ paddingInlineStart: indent(row.depth) }}>
      <Lines lines={row.lines} />
      <span className="arrow" />
      <span className="sk" />
    </div>
  )
}
