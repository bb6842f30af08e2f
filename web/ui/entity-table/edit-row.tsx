// A row that is being written, New or changed: save with Enter or the button, discard with Escape, which asks
// (R4.9-01).
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedText } from '#web/lib/problem.ts'
import { Button } from '../button.tsx'
import { Confirm } from '../confirm.tsx'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { cellOf } from './cell.ts'
import { columnClass } from './column-class.ts'
import type { Column } from './types.ts'
import { newRow } from './use-editing.ts'
import type { Table } from './use-table.ts'
import { tip } from '../tip.tsx'

const Editor = <R,>({
  table: { editing },
  column: { key, title, edit, required },
  first,
  described,
}: {
  table: Table<R>
  column: Column<R>
  first: boolean
  described: string | undefined
}) => {
  const draft = editing.draft
  if (!draft) return null
  const value = key in draft.changed ? draft.changed[key] : draft.values[key]
  const text = value === null || value === undefined ? '' : String(value)
  const field = {
    'aria-label': title,
    'aria-invalid': described !== undefined,
    'aria-describedby': described,
    autoFocus: first,
  }
  const change = (given: unknown) => editing.change(key, given)
  if (edit === 'switch')
    return (
      <input
        {...field}
        type="checkbox"
        role="switch"
        className="sw"
        checked={value === true}
        onChange={({ target }) => change(target.checked)}
      />
    )
  if (edit === 'text')
    return (
      <input
        {...field}
        type="text"
        className="inp-t"
        required={required}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
    )
  return (
    <select {...field} className="inp" value={text} onChange={({ target }) => change(target.value)}>
      {edit?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Somebody else was faster: what was typed stays, and theirs can be had. */
const Overtaken = <R,>({ table: { editing }, row }: { table: Table<R>; row: R | undefined }) => {
  const { t } = useTranslation('errors')
  const overtaken = editing.draft?.overtaken
  if (!overtaken || row === undefined) return null
  const newer = (row as { modifiedOn?: string }).modifiedOn !== editing.draft?.values['modifiedOn']
  return (
    <small className="fault" role="alert">
      <b>{changedText(overtaken)}</b> {t('typedKept')}{' '}
      {newer && (
        <button
          type="button"
          className="b sm"
          onClick={({ currentTarget }) => {
            // It goes, and leaves the focus to what it changes.
            currentTarget.closest('tr')?.querySelector<HTMLElement>('td:not(.et-select) :is(input, select)')?.focus()
            editing.catchUp(row)
          }}
        >
          {t('loadNewer')}
        </button>
      )}
    </small>
  )
}

const EditCell = <R,>({ table, column, first }: { table: Table<R>; column: Column<R>; first: boolean }) => {
  const id = useId()
  const fault = table.editing.draft?.faults[column.key]
  return (
    <>
      <Editor table={table} column={column} first={first} described={fault && id} />
      {fault && (
        <small id={id} className="fault" role="alert">
          {fault}
        </small>
      )}
    </>
  )
}

type Props<R> = { table: Table<R>; columns: readonly Column<R>[]; selects: boolean; row: R | undefined }

export const EditRow = <R,>({ table, columns, selects, row }: Props<R>) => {
  const { t } = useTranslation('table')
  const { editing, list } = table
  const [asking, ask] = useState(false)
  const discard = () => (editing.dirty ? ask(true) : editing.discard())
  const whyFixed = ({ edit, fixed }: Column<R>) => (edit && row ? fixed?.(row) : undefined)
  const written = (column: Column<R>) => column.edit !== undefined && whyFixed(column) === undefined
  const first = columns.find(written)?.key
  const isNew = editing.draft?.key === newRow
  const keys = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (asking || event.nativeEvent.isComposing || !(saves || event.key === 'Escape')) return
    // Or the same key would press what has the focus next.
    event.preventDefault()
    if (saves) void editing.save(row)
    else discard()
  }
  return (
    <tr className="et-edit" data-state={isNew ? 'New' : 'Unchanged'} onKeyDown={keys}>
      {selects && <td className="et-select" />}
      {columns.map((column) => (
        <td key={column.key} className={columnClass(column)} {...tip(whyFixed(column))}>
          {written(column) ? (
            <EditCell table={table} column={column} first={column.key === first} />
          ) : (
            row && cellOf(column, row)
          )}
          {column.key === first && <Overtaken table={table} row={row} />}
        </td>
      ))}
      <td className="et-acts">
        <Button
          className="ic s"
          aria-label={t('save')}
          data-tip={t('save')}
          off={editing.saving}
          onClick={() => void editing.save(row)}
        >
          <Check size={18} aria-hidden="true" />
        </Button>
        <Button
          className="ic s"
          aria-label={t('discard')}
          data-tip={t('discard')}
          off={editing.saving}
          onClick={discard}
        >
          <X size={18} aria-hidden="true" />
        </Button>
        {asking && (
          <Confirm
            title={row ? t('discardTitle', { title: list.rowLabel(row) }) : t('discardNew')}
            body={t('discardBody')}
            ok={t('discard')}
            keep={t('keepEditing')}
            danger
            onClose={() => ask(false)}
            run={editing.discard}
          />
        )}
        <UnsavedGuard of="page" unsaved={() => editing.dirty} />
      </td>
    </tr>
  )
}
