// Column heads: sort, filter of the column, and the box that selects the page.
import { ArrowDown, ArrowUp, ChevronsUpDown, Filter } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '../popover.tsx'
import { columnClass } from './column-class.ts'
import type { Table } from './use-table.ts'
import type { Column } from './types.ts'

const SelectPage = <R,>({ table: { list, rows, selection } }: { table: Table<R> }) => {
  const { t } = useTranslation('table')
  const box = useRef<HTMLInputElement>(null)
  const selectable = rows.items.filter((row) => !selection.whyNot(row))
  const chosen = selectable.filter((row) => selection.has(row)).length
  const some = chosen > 0 && chosen < selectable.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('selectPage', { title: list.title })}
      disabled={selectable.length === 0}
      checked={chosen > 0 && !some}
      onChange={({ target }) => selection.set(selectable, target.checked)}
    />
  )
}

const ColumnFilter = <R,>({
  table: { state },
  column: { key, title, filter = [] },
}: {
  table: Table<R>
  column: Column<R>
}) => {
  const { t } = useTranslation('table')
  const chosen = (state.filters[`col.${key}`] ?? '').split(',').filter(Boolean)
  const toggle = (value: string, on: boolean) =>
    state.set({
      [`f.col.${key}`]: (on ? [...chosen, value] : chosen.filter((one) => one !== value)).join(',') || undefined,
    })
  return (
    <Popover
      kind="dialog"
      className={`et-colfilter${chosen.length > 0 ? ' on' : ''}`}
      label={t('filterColumn', { title })}
      trigger={<Filter size={13} />}
      panel={() => (
        <div className="et-options">
          {filter.map(({ value, label }) => (
            <label key={value} className="et-check">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) => toggle(value, target.checked)}
              />
              {label}
            </label>
          ))}
        </div>
      )}
    />
  )
}

const Head = <R,>({ table, column }: { table: Table<R>; column: Column<R> }) => {
  const { key, title, sortable, filter } = column
  const { sort, set } = table.state
  const active = sort.field === key
  const sorted = active ? (sort.descending ? 'descending' : 'ascending') : undefined
  const Arrow = active ? (sort.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <th scope="col" aria-sort={sorted} className={columnClass(column)}>
      <span className="et-th">
        {sortable === false ? (
          title
        ) : (
          <button
            type="button"
            className={`et-sort${active ? ' on' : ''}`}
            onClick={() => set({ sort: `${key}.${active && !sort.descending ? 'desc' : 'asc'}` })}
          >
            {title}
            <Arrow size={14} aria-hidden="true" />
          </button>
        )}
        {filter && <ColumnFilter table={table} column={column} />}
      </span>
    </th>
  )
}

export const HeadRow = <R,>({
  table,
  columns,
  selects,
  acts,
}: {
  table: Table<R>
  columns: readonly Column<R>[]
  selects: boolean
  acts: boolean
}) => {
  const { t } = useTranslation('table')
  return (
    <thead>
      <tr>
        {selects && (
          <th scope="col" className="et-select">
            <SelectPage table={table} />
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.key} table={table} column={column} />
        ))}
        {acts && (
          <th scope="col" className="et-acts">
            <span className="sr">{t('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
