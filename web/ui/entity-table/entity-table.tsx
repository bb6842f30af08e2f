// One composition for every list of the administration (R2.5-55 … R2.5-59); types.ts says how a screen describes its
// own.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ClearAll } from './clear-all.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { Foot } from './foot.tsx'
import { ListHeader } from './list-header.tsx'
import { ListBody } from './list-body.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'
import { Toolbar } from './toolbar.tsx'
import type { ListDef } from './types.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { type Table, useTable } from './use-table.ts'
import './entity-table.css'

/** `/` puts the cursor into the search (rule 7), of several lists the first one's, unless somebody is typing. */
const useSlash = () => {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest?.('input,textarea,select,[contenteditable]')
      if (event.key !== '/' || typing || document.querySelector('dialog[open]')) return
      if (search.current !== document.querySelector('.et-search input')) return
      event.preventDefault()
      search.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return search
}

/** Anyone who deletes the last row of the last page is taken one page back (R4.9-04). */
const useStepBack = <Row,>({ state, rows }: Table<Row>) => {
  const empty = rows.data !== undefined && !rows.isPlaceholderData && rows.items.length === 0 && rows.count > 0
  const last = Math.max(1, Math.ceil(rows.count / state.size))
  useEffect(() => {
    if (empty && state.page > last) state.set({ page: last > 1 ? String(last) : undefined }, { keepPage: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [empty, last, state.page])
}

const classOf = (embedded: ListDef<never>['embedded']) =>
  ['et', embedded && 'embedded', embedded === 'sole' && 'sole'].filter(Boolean).join(' ')

export const EntityTable = <Row,>({ list }: { list: ListDef<Row> }) => {
  const { t } = useTranslation('table')
  const table = useTable(list)
  const search = useSlash()
  useStepBack(table)
  useEffect(() => {
    if (!list.embedded) document.title = `${list.title} · Portico`
  }, [list.embedded, list.title])
  const { opened, open, selection, state } = table
  return (
    <section className={classOf(list.embedded)} aria-label={list.title}>
      {list.embedded !== 'sole' && <ListHeader table={table} />}
      {state.restored && state.active > 0 && (
        <p className="et-restored" role="status">
          {t('restored')} <ClearAll className="b tx sm" state={state} />
        </p>
      )}
      <div className="card et-card">
        {selection.rows.length > 0 ? <BulkBar table={table} /> : <Toolbar table={table} searchRef={search} />}
        {list.note?.(table.rows.data)}
        <ListBody table={table} />
        <Foot table={table} />
      </div>
      {opened === 'settings' && <SettingsDrawer table={table} onClose={() => open(undefined)} />}
      {opened === 'upload' && list.upload && (
        <UploadDialog upload={list.upload} onDone={table.refresh} onClose={() => open(undefined)} />
      )}
      {typeof opened === 'object' && (
        <DeleteDialog table={table} rows={opened.remove} onClose={() => open(undefined)} />
      )}
    </section>
  )
}
