// What is done with the selected rows; stands where the toolbar was (rule 11).
import { Trash2, X } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '#web/lib/labelled.ts'
import { showFailure } from '#web/lib/notices.ts'
import { usePermits } from '#web/lib/use-access.ts'
import { RunDialog } from './run-dialog.tsx'
import { TogetherDialog } from './together-dialog.tsx'
import type { Table } from './use-table.ts'
import type { BulkAction } from './types.ts'
import { mostSelected } from './use-selection.ts'

const Running = <R,>({ table, action, onEnd }: { table: Table<R>; action: BulkAction<R>; onEnd: () => void }) => {
  const { t } = useTranslation('table')
  const { list, selection, refresh } = table
  const close = (done: boolean) => {
    onEnd()
    if (!done) return
    selection.clear()
    refresh()
  }
  const done = (keys: readonly string[]) => selection.rows.filter((row) => keys.includes(list.rowKey(row)))
  if ('together' in action) return <TogetherDialog list={list} action={action} rows={selection.rows} onClose={close} />
  return (
    <RunDialog
      question={action.confirm(selection.rows)}
      danger={action.danger ?? false}
      items={selection.rows.map((row) => ({
        key: list.rowKey(row),
        label: list.rowLabel(row),
        run: (seen) => action.each(row, seen),
      }))}
      words={{
        working: action.label,
        over: labelled(action.label, t('finished')),
        done: (count) => t('doneCount', { count }),
        counts: (done, failed) => t('counts', { done, failed }),
      }}
      undo={action.undo && ((keys) => action.undo?.(done(keys)))}
      onClose={(done) => close(done > 0)}
    />
  )
}

/** What there is to select at once, and how that is said. */
const useEverything = <R,>({ list, rows }: Table<R>) => {
  const { t, i18n } = useTranslation('table')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const count = list.selectAll?.count ?? rows.count
  if (count > mostSelected) return { count, label: t('selectFirst', { number: number.format(mostSelected) }) }
  const label = list.selectAll?.label(number.format(count)) ?? t('selectAll', { number: number.format(count) })
  return { count, label }
}

export const BulkBar = <R,>({ table }: { table: Table<R> }) => {
  const { t, i18n } = useTranslation('table')
  const permits = usePermits()
  const { list, selection, state, open } = table
  const all = useEverything(table)
  const [running, run] = useState<BulkAction<R>>()
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const everything = () =>
    selection.selectAll(state).catch((error: unknown) => showFailure(t('errors:failedAction'), error))
  const actions = (list.bulk ?? []).filter((action) => permits(action) && action.when?.(selection.rows) !== false)
  return (
    <div className="et-bulk" role="group" aria-label={t('bulkActions')}>
      <button
        type="button"
        className="ic s"
        aria-label={t('clearSelection')}
        data-tip={t('clearSelection')}
        onClick={selection.clear}
      >
        <X size={17} />
      </button>
      <span role="status">
        {t('selected', { count: selection.rows.length, number: number.format(selection.rows.length) })}
      </span>
      {selection.rows.length < all.count && (
        <button type="button" className="b tx sm" onClick={() => void everything()}>
          {all.label}
        </button>
      )}
      <span className="sp" />
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          className={`b${action.danger ? ' danger' : ''}`}
          onClick={() => run(action)}
        >
          {action.icon}
          {action.label}
        </button>
      ))}
      {permits(list.remove) && (
        <button type="button" className="b danger" onClick={() => open({ remove: selection.rows })}>
          <Trash2 size={16} aria-hidden="true" />
          {t('deleteSelected')}
        </button>
      )}
      {running && <Running table={table} action={running} onEnd={() => run(undefined)} />}
    </div>
  )
}
