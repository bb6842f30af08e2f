// A row that is being written, New or changed: save with Enter or the button, discard with Escape, which asks (R4.9-01).
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from '../confirm.tsx'
import type { Table } from './use-table.ts'
import type { Column } from './types.ts'
import { newRow } from './use-editing.ts'

const TextEditor = <R,>({ column, first, value, missing, onChange }: { column: Column<R>; first: boolean; value: string; missing: boolean; onChange: (value: string) => void }) => {
  const { t } = useTranslation('table')
  const { key, title } = column
  return (
    <>
      <input type="text" className="inp-t" aria-label={title} aria-invalid={missing} aria-describedby={missing ? `missing-${key}` : undefined} required={column.required} autoFocus={first} value={value} onChange={({ target }) => onChange(target.value)} />
      {missing && <small id={`missing-${key}`} className="fault" role="alert">{t('fieldRequired', { title })}</small>}
    </>
  )
}

const Editor = <R,>({ table: { editing }, column, first }: { table: Table<R>; column: Column<R>; first: boolean }) => {
  const { key, title, edit } = column
  const draft = editing.draft
  if (!draft) return null
  const value = key in draft.changed ? draft.changed[key] : draft.values[key]
  if (edit === 'switch') return <input type="checkbox" role="switch" className="sw" aria-label={title} checked={value === true} onChange={({ target }) => editing.change(key, target.checked)} />
  const text = value === null || value === undefined ? '' : String(value)
  if (edit !== 'text')
    return <select className="inp" aria-label={title} value={text} onChange={({ target }) => editing.change(key, target.value)}>{edit?.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}</select>
  return <TextEditor column={column} first={first} value={text} missing={draft.missing.includes(key)} onChange={(given) => editing.change(key, given)} />
}

type Props<R> = { table: Table<R>; columns: readonly Column<R>[]; selects: boolean; row: R | undefined }

export const EditRow = <R,>({ table, columns, selects, row }: Props<R>) => {
  const { t } = useTranslation('table')
  const { editing, list } = table
  const [asking, ask] = useState(false)
  const discard = () => (editing.dirty ? ask(true) : editing.discard())
  const firstText = columns.find(({ edit }) => edit === 'text')?.key
  const keys = (event: React.KeyboardEvent) => {
    if (asking) return
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void editing.save(row)
    if (event.key === 'Escape') discard()
  }
  return (
    <tr className="et-edit" data-state={editing.draft?.key === newRow ? 'New' : 'Changed'} onKeyDown={keys}>
      {selects && <td className="et-select" />}
      {columns.map((column) => (
        <td key={column.key} className={column.hideBelow ? `below-${column.hideBelow}` : undefined}>
          {column.edit ? <Editor table={table} column={column} first={column.key === firstText} /> : row && column.cell?.(row)}
        </td>
      ))}
      <td className="et-acts">
        <button type="button" className="ic" aria-label={t('save')} title={t('save')} disabled={editing.saving} onClick={() => void editing.save(row)}><Check size={18} /></button>
        <button type="button" className="ic" aria-label={t('discard')} title={t('discard')} disabled={editing.saving} onClick={discard}><X size={18} /></button>
        {asking && <Confirm title={t('discardTitle', { title: row ? list.rowLabel(row) : t('newRow') })} body={t('discardBody')} ok={t('discard')} keep={t('keepEditing')} danger onClose={() => ask(false)} run={editing.discard} />}
      </td>
    </tr>
  )
}
