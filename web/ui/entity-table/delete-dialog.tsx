// Deleting: what and how many is named first; then one after the other (R4.9-02, R4.9-03).
import { useTranslation } from 'react-i18next'
import { readPage } from '#contract/kernel/page.ts'
import { call } from '#web/lib/client.ts'
import type { Table } from './use-table.ts'
import { requestOf } from './list-query.ts'
import { type Item, RunDialog } from './run-dialog.tsx'
import { givenOf } from './use-rows.ts'

const atOnce = 100

export const DeleteDialog = <R,>({ table, rows, onClose }: { table: Table<R>; rows: readonly R[] | 'all'; onClose: () => void }) => {
  const { t, i18n } = useTranslation('table')
  const { list, state, selection, refresh } = table
  const remove = list.remove
  if (!remove) return null
  const number = new Intl.NumberFormat(i18n.language)
  const { endpoint, params, deny } = remove
  const itemOf = (row: R): Item => ({ key: list.rowKey(row), label: list.rowLabel(row), run: () => call(endpoint, { params: params(row) } as never) })
  /** A page at a time from the front: what could not be deleted is passed over. */
  async function* everything(): AsyncGenerator<Item> {
    const seen = new Set<string>()
    for (let skip = 0; ; ) {
      const answer = await call(list.list, givenOf(list, requestOf(list, state, { skip, take: atOnce })))
      const fresh = readPage(answer as unknown as { items: R[]; count: number }).items.filter((row) => !seen.has(list.rowKey(row)))
      if (fresh.length === 0) return
      for (const row of fresh) {
        seen.add(list.rowKey(row))
        if (deny?.(row)) skip += 1
        else yield itemOf(row)
      }
    }
  }
  const all = rows === 'all'
  const count = all ? table.rows.count : rows.length
  const title = !all && rows.length === 1 && rows[0] ? t('deleteOne', { label: list.rowLabel(rows[0]) }) : t('deleteMany', { count, number: number.format(count) })
  return (
    <RunDialog
      question={{ title, body: remove.consequence, ok: remove.label ?? t('delete') }}
      danger
      items={all ? everything : rows.map(itemOf)}
      total={count}
      {...(all && { typed: String(count) })}
      words={{ working: t('deleting'), done: (deleted) => t('deleted', { count: deleted }) }}
      onClose={(deleted) => {
        if (deleted > 0) {
          selection.clear()
          refresh()
        }
        onClose()
      }}
    />
  )
}
