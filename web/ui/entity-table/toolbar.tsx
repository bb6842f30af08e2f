// Search, filters, order, refresh and settings. It never disappears but for the bar of selected rows (rules 9 and 11).
import { ArrowDownWideNarrow, ArrowUpNarrowWide, RefreshCw, Search, Settings2, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ClearAll } from './clear-all.tsx'
import { FilterControl } from './filter-control.tsx'
import { AddButton, ExportElsewhere, UploadButton } from './list-header.tsx'
import { leaveSearch } from './row-keys.ts'
import type { FilterDef } from './types.ts'
import type { Table } from './use-table.ts'

/** R9-10 */
const searchPause = 600

const SearchBox = <Row,>({
  table: { list, state },
  inputRef,
}: {
  table: Table<Row>
  inputRef: RefObject<HTMLInputElement | null>
}) => {
  const { t } = useTranslation('table')
  const [text, setText] = useState(state.search)
  const sent = useRef(state.search)
  const send = (words: string) => {
    sent.current = words
    if (words !== state.search) state.set({ q: words || undefined })
  }
  // What else was chosen during the pause stays.
  const settled = useEffectEvent(() => send(text.trim()))
  useEffect(() => {
    // Changed from elsewhere: back, a link, Clear all.
    if (state.search !== sent.current) {
      sent.current = state.search
      setText(state.search)
    }
  }, [state.search])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => settled(), searchPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className="et-search">
      <Search size={16} aria-hidden="true" />
      <input
        ref={inputRef}
        type="text"
        inputMode="search"
        className="inp-t"
        aria-label={t('searchIn', { title: list.title })}
        placeholder={t('search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text.trim())
          if (event.key === 'ArrowDown') leaveSearch(event)
          if (event.key === 'Escape') {
            setText('')
            send('')
          }
        }}
      />
      {text ? (
        <button
          type="button"
          className="ic s"
          aria-label={t('clearSearch')}
          data-tip={t('clearSearch')}
          onClick={() => {
            setText('')
            send('')
            inputRef.current?.focus()
          }}
        >
          <X size={15} />
        </button>
      ) : (
        list.embedded !== true && <kbd aria-hidden="true">/</kbd>
      )}
    </search>
  )
}

const OrderBy = <Row,>({ table: { list, state } }: { table: Table<Row> }) => {
  const { t } = useTranslation('table')
  const { field, descending } = state.sort
  const sortable = list.columns.filter(({ sortable: may }) => may !== false)
  if (sortable.length === 0 || list.orderBy === 'heads') return null
  const direction = t(descending ? 'descending' : 'ascending')
  return (
    <span className="et-order">
      <label>
        <span className="sr">{t('orderBy')}</span>
        <select className="inp" value={field} onChange={({ target }) => state.set({ sort: `${target.value}.asc` })}>
          {sortable.map(({ key, title }) => (
            <option key={key} value={key}>
              {t('sortedBy', { title })}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="b ic-b"
        aria-label={t('direction', { direction })}
        data-tip={direction}
        onClick={() => state.set({ sort: `${field}.${descending ? 'asc' : 'desc'}` })}
      >
        {descending ? <ArrowDownWideNarrow size={17} /> : <ArrowUpNarrowWide size={17} />}
      </button>
    </span>
  )
}

export const Toolbar = <Row,>({
  table,
  searchRef,
}: {
  table: Table<Row>
  searchRef: RefObject<HTMLInputElement | null>
}) => {
  const { t } = useTranslation('table')
  const { list, state, rows, open } = table
  const control = (filter: FilterDef) => (
    <FilterControl
      key={filter.key}
      filter={filter}
      value={state.filters[filter.key] ?? ''}
      onChange={(value) => state.set({ [`f.${filter.key}`]: value || undefined })}
    />
  )
  return (
    <div className="et-bar" role="group" aria-label={t('tools', { title: list.title })}>
      {list.search !== false && <SearchBox table={table} inputRef={searchRef} />}
      {list.filters?.filter(({ kind }) => kind !== 'switch').map(control)}
      {state.active > 0 && !state.restored && <ClearAll className="b tx sm" state={state} />}
      <span className="et-tail">
        <OrderBy table={table} />
        {list.filters?.filter(({ kind }) => kind === 'switch').map(control)}
        <button
          type="button"
          className="b ic-b"
          aria-label={t('refresh')}
          data-tip={t('refresh')}
          aria-busy={rows.isFetching}
          onClick={() => void rows.refetch()}
        >
          <RefreshCw size={16} className={rows.isFetching && rows.data ? 'et-turning' : ''} />
        </button>
        <button
          type="button"
          className="b ic-b"
          aria-label={t('settings')}
          data-tip={t('settings')}
          aria-haspopup="dialog"
          onClick={() => open('settings')}
        >
          <Settings2 size={16} />
        </button>
        {list.embedded === 'sole' && (
          <>
            <ExportElsewhere table={table} />
            <UploadButton table={table} />
            {list.tools}
            <AddButton table={table} />
          </>
        )}
      </span>
    </div>
  )
}
