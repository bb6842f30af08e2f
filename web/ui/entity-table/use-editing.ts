// Inline edit (R4.9-01): one row at a time is changed, or New; it ends in save or in discard.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GivenTo } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { usePermits } from '#web/lib/use-access.ts'
import { areas } from '#contract/areas.ts'
import type { ListDef } from './types.ts'

export const newRow = 'new'

type Draft = { key: string; values: Record<string, unknown>; changed: Record<string, unknown>; missing: readonly string[] }

/** A list without inline edit never calls it. */
const unused = areas.change

const endpointFor = <Row>({ add, change }: ListDef<Row>, draft: Draft | undefined) =>
  draft?.key === newRow && add && 'inline' in add ? add.inline.create : (change?.endpoint ?? unused)

const missingOf = <Row>({ columns }: ListDef<Row>, values: Record<string, unknown>) =>
  columns.filter(({ key, required }) => required && String(values[key] ?? '').trim() === '').map(({ key }) => key)

export const useEditing = <Row>(list: ListDef<Row>) => {
  const { t } = useTranslation('table')
  const permits = usePermits()
  const [draft, setDraft] = useState<Draft>()
  const inline = list.add && 'inline' in list.add ? list.add.inline : undefined
  const write = useWrite(endpointFor(list, draft))
  const may = permits(list.change)
  const whyNot = (row: Row) => (may ? list.change?.deny?.(row) : '')
  const begin = (row: Row) => {
    if (draft || !may || whyNot(row)) return
    setDraft({ key: list.rowKey(row), values: row as Record<string, unknown>, changed: {}, missing: [] })
  }
  const save = async (row: Row | undefined) => {
    if (!draft) return
    const all = { ...draft.values, ...draft.changed }
    const missing = missingOf(list, all)
    if (missing.length > 0) return setDraft({ ...draft, missing })
    if (Object.keys(draft.changed).length === 0 && row) return setDraft(undefined)
    const given = row ? { params: list.change?.params(row), input: draft.changed } : { ...(list.params && { params: list.params }), input: all }
    await write.mutateAsync(given as unknown as GivenTo<typeof unused>).then(
      () => setDraft(undefined),
      (error: unknown) => showFailure(t('errors:failedAction'), error),
    )
  }
  return {
    draft,
    may,
    whyNot,
    begin,
    add: () => inline && setDraft({ key: newRow, values: inline.draft as Record<string, unknown>, changed: {}, missing: [] }),
    change: (key: string, value: unknown) => draft && setDraft({ ...draft, changed: { ...draft.changed, [key]: value }, missing: draft.missing.filter((one) => one !== key) }),
    dirty: draft !== undefined && Object.keys(draft.changed).length > 0,
    saving: write.isPending,
    save,
    discard: () => setDraft(undefined),
  }
}
export type Editing<Row> = ReturnType<typeof useEditing<Row>>
