// Inline edit (R4.9-01): one row at a time is changed, or New; it ends in save or in discard. What is saved shows at
// once, and comes back into its fields, with the server's words, when it is refused.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { showFailure } from '#web/lib/notices.ts'
import type { NewerChange } from '#web/lib/problem.ts'
import { usePermits } from '#web/lib/use-access.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { patchRow } from './patch-row.ts'
import type { ListDef } from './types.ts'
import { useFaults } from './use-faults.ts'

export const newRow = 'new'

type Values = Readonly<Record<string, unknown>>
type Draft = {
  readonly key: string
  readonly values: Values
  readonly changed: Values
  readonly faults: Readonly<Record<string, string>>
  /** Somebody else changed the row since editing began. */
  readonly overtaken?: NewerChange | undefined
}

const draftOf = (key: string, values: unknown): Draft => ({ key, values: values as Values, changed: {}, faults: {} })

const written = (draft: Draft, key: string, value: unknown): Draft => {
  const { [key]: _, ...faults } = draft.faults
  return { ...draft, changed: { ...draft.changed, [key]: value }, faults }
}

/** Theirs, and on top of it what was typed here. */
const onTop = ({ key, changed }: Draft, row: unknown): Draft => ({ ...draftOf(key, row), changed })

/** A list without inline edit never calls what it is given here. */
const endpointFor = <Row>({ add, change, list }: ListDef<Row>, draft: Draft | undefined): AnyEndpoint =>
  draft?.key === newRow && add && 'inline' in add ? add.inline.create : (change?.endpoint ?? list)

/** A row as it was last saved here: until the list is read anew it still shows the one before. */
type OwnSave = { readonly key: string; readonly from: unknown; readonly to: unknown }

const stampOf = (values: unknown) => (values as { modifiedOn?: unknown } | undefined)?.modifiedOn

/** As it was when editing began: the person who was faster is not overwritten, nor is one told of oneself. */
const sentOf = ({ key, values, changed }: Draft, own: OwnSave | undefined) => {
  const read = stampOf(values)
  const modifiedOn = own?.key === key && own.from === read ? own.to : read
  return { ...changed, ...(modifiedOn !== undefined && { modifiedOn }) }
}

const savedAs = ({ key, values }: Draft, saved: unknown): OwnSave => ({
  key,
  from: stampOf(values),
  to: stampOf(saved),
})

type Sent<Row> = { readonly row: Row | undefined; readonly draft: Draft; readonly own: OwnSave | undefined }

const changeOf = <Row>({ change, params }: ListDef<Row>, { row, draft, own }: Sent<Row>) =>
  row
    ? { params: change?.params(row), input: sentOf(draft, own) }
    : { ...(params && { params }), input: { ...draft.values, ...draft.changed } }

/** It stays open with what is wrong; unless somebody quick is in the next row already. */
const refusing = (sent: Draft, refused: Pick<Draft, 'faults' | 'overtaken'>) => (now: Draft | undefined) =>
  now && now.key !== sent.key ? now : { ...sent, ...refused }

const allFixed = <Row>({ columns }: ListDef<Row>, row: Row) => {
  const reasons = columns.filter(({ edit }) => edit).map(({ fixed }) => fixed?.(row))
  return reasons.every(Boolean) ? reasons[0] : undefined
}

export const useEditing = <Row>(list: ListDef<Row>) => {
  const { t } = useTranslation('table')
  const permits = usePermits()
  const answers = useQueryClient()
  const faults = useFaults(list)
  const [draft, setDraft] = useState<Draft>()
  const [own, setOwn] = useState<OwnSave>()
  const inline = list.add && 'inline' in list.add ? list.add.inline : undefined
  const write = useWrite(endpointFor(list, draft))
  const may = permits(list.change)
  const whyNot = (row: Row) => (may ? (list.change?.deny?.(row) ?? allFixed(list, row)) : '')
  const dirty = draft !== undefined && Object.keys(draft.changed).length > 0

  const begin = (row: Row) => {
    if (!draft && may && !whyNot(row)) setDraft(draftOf(list.rowKey(row), row))
  }
  const send = async (row: Row | undefined, sent: Draft) => {
    const takeBack = row && patchRow(answers, list, { key: sent.key, change: sent.changed })
    if (row) setDraft(undefined)
    try {
      setOwn(savedAs(sent, await write.mutateAsync(changeOf(list, { row, draft: sent, own }))))
      if (!row) setDraft(undefined)
    } catch (error) {
      takeBack?.()
      setDraft(refusing(sent, faults.refused(error)))
      showFailure(t('errors:failedAction'), error)
    }
  }
  const save = async (row: Row | undefined) => {
    if (!draft || write.isPending) return
    const missing = faults.missing({ ...draft.values, ...draft.changed })
    if (Object.keys(missing).length > 0) return setDraft({ ...draft, faults: missing })
    if (row && !dirty) return setDraft(undefined)
    await send(row, draft)
  }
  const change = (key: string, value: unknown) => draft && setDraft(written(draft, key, value))
  const catchUp = (row: Row) => draft && setDraft(onTop(draft, row))
  const add = () => inline && setDraft(draftOf(newRow, inline.draft))
  const discard = () => setDraft(undefined)
  return { draft, may, catchUp, whyNot, begin, change, dirty, save, add, saving: write.isPending, discard }
}
