// The rows, or why there are none. The old ones stay while others are fetched.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '#web/lib/problem.ts'
import { usePermits } from '#web/lib/use-access.ts'
import { FailureAlert } from '../failure-alert.tsx'
import { useKeptFocus } from '../keep-focus.ts'
import { ClearAll } from './clear-all.tsx'
import { columnClass } from './column-class.ts'
import { EditRow } from './edit-row.tsx'
import type { Table } from './use-table.ts'
import { HeadRow } from './head-row.tsx'
import { requestOf } from './list-query.ts'
import { Row } from './row.tsx'
import { besideInRow, walkRows } from './row-keys.ts'
import { newRow } from './use-editing.ts'
import { useOpenedRow } from './use-opened-row.ts'
import { isFocusFree } from '../free-focus.ts'

/** Rule 15: not for what comes at once. */
const skeletonAfter = 150

const Skeleton = ({ rows, columns }: { rows: number; columns: number }) => {
  const { t } = useTranslation('table')
  const [shown, show] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => show(true), skeletonAfter)
    return () => clearTimeout(timer)
  }, [])
  const lines = Array.from({ length: rows }, (_, index) => index)
  return (
    <tbody aria-busy="true">
      {lines.map((index) => (
        <tr key={index} className="et-skeleton">
          {Array.from({ length: columns }, (_, column) => (
            <td key={column}>
              {shown && <i />}
              {index === 0 && column === 0 && <span className="sr">{t('loading')}</span>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Rule 16: no right to see them, nothing that matches, or nothing yet. */
const Empty = <R,>({ table: { list, state }, span }: { table: Table<R>; span: number }) => {
  const { t } = useTranslation('table')
  const narrowed = state.active > 0
  return (
    <tbody>
      <tr className="et-empty">
        <td colSpan={span}>
          <div>
            <b>{narrowed ? t('nothingMatches') : list.empty.title}</b>
            <p>{narrowed ? t('nothingMatchesHint') : list.empty.hint}</p>
            {narrowed && <ClearAll className="b" state={state} />}
          </div>
        </td>
      </tr>
    </tbody>
  )
}

/** Which columns there are: the list's own, a box before them, a menu behind them. */
const layoutOf = <R,>({ list, settings }: Table<R>, permits: ReturnType<typeof usePermits>) => {
  const columns = list.columns.filter(({ key }) => !settings.hidden.includes(key))
  const selects = permits(list.remove) || (list.bulk ?? []).some(permits)
  const acts = permits(list.remove) || (list.actions ?? []).some(permits) || permits(list.change)
  return { columns, selects, acts, span: columns.length + Number(selects) + Number(acts) }
}

/** All of them, or those of each heading. */
const groupsOf = <R,>({ list: { sections }, rows, state }: Table<R>): { id: string | undefined; items: R[] }[] => {
  if (!sections || sections.sortedBy !== state.sort.field) return [{ id: undefined, items: rows.items }]
  return rows.items.reduce<{ id: string; items: R[] }[]>((groups, row) => {
    const id = sections.of(row)
    const last = groups.at(-1)
    if (last?.id === id) last.items.push(row)
    else groups.push({ id, items: [row] })
    return groups
  }, [])
}

const SectionHead = <R,>({ table: { list, state, rows }, id, span }: { table: Table<R>; id: string; span: number }) => {
  const { skip: _skip, take: _take, orderBy: _order, ...asked } = requestOf(list, state)
  return (
    <tr className="et-section">
      <th scope="rowgroup" colSpan={span}>
        {list.sections?.head(id, { asked, count: rows.count })}
      </th>
    </tr>
  )
}

const Rows = <R,>({
  table,
  layout: { columns, selects, acts, span },
}: {
  table: Table<R>
  layout: ReturnType<typeof layoutOf<R>>
}) => {
  const { list, rows, editing } = table
  const draft = editing.draft
  const adding = draft?.key === newRow
  if (!rows.data) return <Skeleton rows={table.state.size} columns={span} />
  if (rows.items.length === 0 && !draft) return <Empty table={table} span={span} />
  const strayed = draft && !adding && !rows.items.some((row) => list.rowKey(row) === draft.key)
  return groupsOf(table).map(({ id, items }, index) => (
    <tbody key={`${id}-${index}`}>
      {id !== undefined && <SectionHead table={table} id={id} span={span} />}
      {index === 0 && adding && <EditRow table={table} columns={columns} selects={selects} row={undefined} />}
      {/* Being written when its page was left. */}
      {index === 0 && strayed && <EditRow table={table} columns={columns} selects={selects} row={draft.values as R} />}
      {items.map((row) => {
        const key = list.rowKey(row)
        return draft?.key === key ? (
          <EditRow key={key} table={table} columns={columns} selects={selects} row={row} />
        ) : (
          <Row key={key} table={table} columns={columns} selects={selects} acts={acts} row={row} />
        )
      })}
    </tbody>
  ))
}

/** Anyone who has written a row goes on beside it. */
const useFocusAfterEdit = <R,>({ editing: { draft } }: Table<R>) => {
  const scroll = useRef<HTMLDivElement>(null)
  const edited = useRef<string>(undefined)
  useEffect(() => {
    const last = edited.current
    edited.current = draft?.key
    if (draft || last === undefined || !isFocusFree()) return
    const row =
      scroll.current?.querySelector(`[data-key="${CSS.escape(last)}"] .et-acts button`) ??
      scroll.current?.querySelector('.et-acts button')
    if (row instanceof HTMLElement) row.focus()
  }, [draft])
  return scroll
}

export const ListBody = <R,>({ table }: { table: Table<R> }) => {
  const { t } = useTranslation('table')
  const { list, rows, settings } = table
  const layout = layoutOf(table, usePermits())
  const { columns, selects, acts } = layout
  const scroll = useFocusAfterEdit(table)
  const remember = useOpenedRow(table, scroll)
  useKeptFocus(scroll, besideInRow)
  if (isProblem(rows.error, 403))
    return (
      <div className="et-none" role="alert">
        <b>{t('noRight')}</b>
        <p>{t('noRightHint')}</p>
      </div>
    )
  if (rows.isError && !rows.data)
    return (
      <div className="et-failure">
        <FailureAlert error={rows.error} onRetry={() => void rows.refetch()} />
      </div>
    )
  return (
    <>
      {rows.isError && (
        <div className="et-failure">
          <FailureAlert error={rows.error} onRetry={() => void rows.refetch()} />
        </div>
      )}
      <div className="et-scroll" ref={scroll} onKeyDown={walkRows} onClick={remember}>
        <table
          className={`et-table ${settings.defaultTableSize}${list.stacks ? ' stacks' : ''}`}
          aria-label={list.title}
          aria-busy={rows.isFetching}
        >
          <colgroup>
            {selects && <col className="et-col-select" />}
            {columns.map((column) => (
              <col
                key={column.key}
                className={columnClass(column)}
                style={column.width ? { width: column.width } : undefined}
              />
            ))}
            {acts && <col className="et-col-acts" />}
          </colgroup>
          <HeadRow table={table} columns={columns} selects={selects} acts={acts} />
          <Rows table={table} layout={layout} />
        </table>
      </div>
    </>
  )
}
