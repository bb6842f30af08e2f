// What is done with the selected rows; stands where the toolbar was (rule 11).
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/lib/notices.ts'
import { usePermits } from '#web/lib/use-access.ts'
import { RunDialog } from './run-dialog.tsx'
import { TogetherDialog } from './together-dialog.tsx'
import type { Table } from './use-table.ts'
import type { BulkAction } from './types.ts'
import { mostSelected } from './use-selection.ts'

export const BulkBar = <R,>({ table }: { table: Table<R> }) => {
  const { t, i18n } = useTranslation('table')
  const permits = usePermits()
  const { list, selection, rows, state, open, refresh } = table
  const [running, run] = useState<BulkAction<R>>()
  const number = new Intl.NumberFormat(i18n.language)
  const everything = () =>
    selection.selectAll(state).catch((error: unknown) => showFailure(t('errors:failedAction'), error))
  const all = list.selectAll?.count ?? rows.count
  const everythingLabel = () => {
    if (all > mostSelected) return t('selectFirst', { number: number.format(mostSelected) })
    return list.selectAll?.label(number.format(all)) ?? t('selectAll', { number: number.format(all) })
  }
  const actions = (list.bulk ?? []).filter((action) => permits(action) && action.when?.(selection.rows) !== false)
  return (
    <div className="et-bulk" role="group" aria-label={t('bulkActions')}>
      <button
        type="button"
        className="ic s"
        aria-label={t('clearSelection')}
        title={t('clearSelection')}
        onClick={selection.clear}
      >
        <X size={17} />
      </button>
      <span role="status">
        {t('selected', { count: selection.rows.length, number: number.format(selection.rows.length) })}
      </span>
      {selection.rows.length < all && (
        <button type="button" className="b tx sm" onClick={() => void everything()}>
          {everythingLabel()}
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
      {running && 'together' in running && (
        <TogetherDialog
          list={list}
          action={running}
          rows={selection.rows}
          onClose={(done) => {
            run(undefined)
            if (done) {
              selection.clear()
              refresh()
            }
          }}
        />
      )}
      {running && 'each' in running && (
        <RunDialog
          question={running.confirm(selection.rows)}
          danger={running.danger ?? false}
          items={selection.rows.map((row) => ({
            key: list.rowKey(row),
            label: list.rowLabel(row),
            run: (seen) => running.each(row, seen),
          }))}
          words={{
            working: running.label,
            done: (count) => t('doneCount', { count }),
            counts: (done, failed) => t('counts', { done, failed }),
          }}
          undo={running.undo}
          onClose={(done) => {
            run(undefined)
            if (done > 0) {
              selection.clear()
              refresh()
            }
          }}
        />
      )}
    </div>
  )
}
