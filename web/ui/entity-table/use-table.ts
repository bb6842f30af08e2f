// Everything that the parts of one list share: what it shows, what is selected, what is edited, what is open.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { resourceOf } from '#web/lib/use-endpoint.ts'
import type { ListDef } from './types.ts'
import { useEditing } from './use-editing.ts'
import { useListState, useTableSettings } from './use-list-state.ts'
import { useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'

type OpenDialog<Row> = 'settings' | 'upload' | { remove: readonly Row[] | 'all' } | undefined

/** What changed elsewhere is asked again, once for many at a time. */
const useLive = <Row>({ id, live }: ListDef<Row>, refresh: () => void) => {
  const listen = useEffectEvent((changed: () => void) => live?.(changed))
  const again = useEffectEvent(refresh)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      clearTimeout(timer)
      timer = setTimeout(() => again(), 250)
    }
    const stop = listen(changed)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [id])
}

/** Told once for each answer. */
const useShown = <Row>(
  { onRows }: ListDef<Row>,
  { data, items }: Pick<ReturnType<typeof useRows<Row>>, 'data' | 'items'>,
) => {
  const tell = useEffectEvent(() => onRows?.(items))
  useEffect(() => {
    if (data !== undefined) tell()
  }, [data])
}

export const useTable = <Row>(list: ListDef<Row>) => {
  const { settings, change: changeSettings } = useTableSettings(list.id)
  const state = useListState(list, settings.defaultPageSize)
  const rows = useRows(list, state)
  const selection = useSelection(list)
  const editing = useEditing(list)
  const [opened, open] = useState<OpenDialog<Row>>()
  const answers = useQueryClient()
  const refresh = () => void answers.invalidateQueries({ queryKey: [resourceOf(list.list)] })
  useLive(list, refresh)
  useShown(list, rows)
  return { list, settings, changeSettings, state, rows, selection, editing, opened, open, refresh }
}
export type Table<Row> = ReturnType<typeof useTable<Row>>
