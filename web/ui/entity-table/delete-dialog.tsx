// Deleting: what and how many is named first; then one after the other (R4.9-02, R4.9-03).
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/client.ts'
import { requestOf } from './list-query.ts'
import { type Item, RunDialog } from './run-dialog.tsx'
import type { ListDef, Question } from './types.ts'
import type { ListState } from './use-list-state.ts'
import { givenOf } from './use-rows.ts'
import type { Table } from './use-table.ts'

const atOnce = 100

/** What the screen knows to be refused is not asked of the server. */
const itemOf = <R,>({ rowKey, rowLabel, remove }: ListDef<R>, row: R, onFailed = () => {}): Item => ({
  key: rowKey(row),
  label: rowLabel(row),
  run: async (seen) => {
    try {
      const reason = remove?.deny?.(row)
      if (reason) throw new Error(reason)
      if (remove) await call(remove.endpoint, { params: remove.params(row), seen })
    } catch (error) {
      onFailed()
      throw error
    }
  },
})

/** all that search and filters show, a page at a time; those that failed stand before the ones to come. */
const everything = <R,>(list: ListDef<R>, state: ListState) =>
  async function* items(): AsyncGenerator<Item> {
    const seen = new Set<string>()
    let left = 0
    for (;;) {
      const answer = await call(list.list, givenOf(list, requestOf(list, state, { skip: left, take: atOnce })))
      const fresh = (answer as { items: R[] }).items.filter((row) => !seen.has(list.rowKey(row)))
      if (fresh.length === 0) return
      for (const row of fresh) {
        seen.add(list.rowKey(row))
        yield itemOf(list, row, () => void (left += 1))
      }
    }
  }

/** Those that are refused here lose nothing; of all that a filter shows there is no preview. */
const reviewOf = <R,>({ remove }: ListDef<R>, rows: readonly R[] | 'all') =>
  rows === 'all' ? undefined : remove?.review?.(rows.filter((row) => !remove.deny?.(row)))

/** All that a filter shows is typed first; what was chosen is offered back. */
const byHow = <R,>({ remove }: ListDef<R>, all: boolean, count: number) =>
  all ? { typed: String(count) } : { undo: remove?.undo }

const useQuestion = <R,>(list: ListDef<R>, rows: readonly R[] | 'all', count: number): Question => {
  const { t } = useTranslation('table')
  const { remove, rowLabel } = list
  const one = rows !== 'all' && rows.length === 1 ? rows[0] : undefined
  return {
    title: (one ? t('deleteOne', { label: rowLabel(one) }) : remove?.askMany(count)) ?? '',
    body: remove?.consequence?.(count),
    ok: remove?.label ?? t('delete'),
    keep: t('keep'),
    review: reviewOf(list, rows),
  }
}

export const DeleteDialog = <R,>({
  table,
  rows,
  onClose,
}: {
  table: Table<R>
  rows: readonly R[] | 'all'
  onClose: () => void
}) => {
  const { t } = useTranslation('table')
  const { list, state, selection, refresh } = table
  const all = rows === 'all'
  const count = all ? table.rows.count : rows.length
  const question = useQuestion(list, rows, count)
  const close = (deleted: number) => {
    if (deleted > 0) selection.clear()
    if (deleted > 0) refresh()
    onClose()
  }
  return (
    <RunDialog
      question={question}
      danger
      items={all ? everything(list, state) : rows.map((row) => itemOf(list, row))}
      total={count}
      {...byHow(list, all, count)}
      words={{
        working: t('deleting'),
        over: t('deletingOver'),
        done: (deleted) => t('deleted', { count: deleted }),
        counts: (done, failed) => t('deletedCounts', { done, failed }),
      }}
      onClose={close}
    />
  )
}
