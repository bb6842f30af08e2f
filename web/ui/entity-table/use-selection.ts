// Which rows are selected: kept over pages, searches and refetches.
import { useRef, useState } from 'react'
import { call } from '#web/lib/client.ts'
import { requestOf } from './list-query.ts'
import type { ListDef } from './types.ts'
import type { ListState } from './use-list-state.ts'
import { givenOf } from './use-rows.ts'

/** More than that are not held in a page. */
export const mostSelected = 10_000

export const useSelection = <Row>(list: ListDef<Row>) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  /** Rule 11: says why not. */
  const whyNot = (row: Row) => list.locked?.(row) ?? list.unselectable?.(row) ?? list.remove?.deny?.(row)
  const set = (rows: readonly Row[], selected: boolean) =>
    setChosen((before) => {
      const next = new Map(before)
      for (const row of rows) {
        if (selected && !whyNot(row)) next.set(list.rowKey(row), row)
        else next.delete(list.rowKey(row))
      }
      return next
    })
  /** The box that was set last: with Shift, all from there are set alike. */
  const last = useRef<string>(undefined)
  const setTo = (row: Row, { among, selected }: { among: readonly Row[]; selected: boolean }) => {
    const keys = among.map(list.rowKey)
    const ends = [keys.indexOf(last.current ?? ''), keys.indexOf(list.rowKey(row))].toSorted((a, b) => a - b)
    const [from, to] = ends
    set(from === undefined || to === undefined || from < 0 ? [row] : among.slice(from, to + 1), selected)
  }
  return {
    rows: [...chosen.values()],
    has: (row: Row) => chosen.has(list.rowKey(row)),
    whyNot,
    set,
    /** One box; with Shift, those between it and the one before as well. `among`: the rows in their order. */
    pick: (row: Row, { among, selected, range }: { among: readonly Row[]; selected: boolean; range: boolean }) => {
      if (range) setTo(row, { among, selected })
      else set([row], selected)
      last.current = list.rowKey(row)
    },
    clear: () => setChosen(new Map()),
    /** All that the search and the filters show. */
    selectAll: async (state: ListState) => {
      const asked = givenOf(list, {
        ...requestOf(list, state, { skip: 0, take: mostSelected }),
        ...list.selectAll?.query,
      })
      const answer = await call(list.list, asked)
      set((answer as { items: Row[] }).items, true)
    },
  }
}
