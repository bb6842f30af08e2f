// What the server finds for what is typed in a picker: asked once nobody types any more, or at Enter.
import { type ReactNode, useEffect, useState } from 'react'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { problemText } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

export type PickerTexts = {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly another: string
  readonly searching: string
  readonly nothing: string
  readonly found: (count: number) => string
  readonly more: (count: number) => string
}

export type PickerDef<Item> = {
  readonly list: AnyEndpoint & { readonly method: 'GET' }
  readonly orderBy: string
  /** Of the list's path. */
  readonly params?: Readonly<Record<string, string>>
  /** What the list is asked besides. */
  readonly query?: Readonly<Record<string, string>>
  /** So long nobody types before it is searched (R9-10). */
  readonly pause: number
  /** So many of them at most; 25 where nothing is said (R9-11, R9-13). */
  readonly most?: number
  /** Before anything is typed the first ones are shown, too. */
  readonly opened?: boolean
  /** Offered above what the server finds. */
  readonly first?: (typed: string) => readonly Item[]
  /** Nothing may be chosen, too. */
  readonly optional?: boolean
  readonly itemKey: (item: Item) => string
  readonly show: (item: Item) => ReactNode
  readonly texts: PickerTexts
}

/** What was typed, once nobody types any more; Enter does not wait. */
const useSettled = (typed: string, pause: number) => {
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return { settled, now: () => settle(typed.trim()) }
}

type ListAnswer<Item> = { items: Item[]; count: number }
const nobody = { items: [], count: 0 }

/** What the server finds; nothing before it is asked. */
const useAnswer = <Item>(
  { list, orderBy, params, query: more, most = 25, opened = false }: PickerDef<Item>,
  settled: string,
) => {
  const asked = opened || settled !== ''
  const query = { ...more, ...(settled && { search: settled }), take: String(most), orderBy }
  const answer = useRead(list, { params, query }, { when: asked, previous: true })
  const { items, count }: ListAnswer<Item> = (asked && (answer.data as ListAnswer<Item> | undefined)) || nobody
  return {
    items,
    more: count - items.length,
    stale: answer.isPlaceholderData,
    loading: answer.isLoading,
    error: answer.error,
    answered: asked && answer.isSuccess,
  }
}

/** What is listed: the picker's own entries first, once something is asked for. */
const listed = <Item>({ first, opened }: PickerDef<Item>, typed: string, items: readonly Item[]) =>
  opened || typed !== '' ? [...(first?.(typed) ?? []), ...items] : []

export const useFinding = <Item>(picker: PickerDef<Item>, typed: string) => {
  const { settled, now } = useSettled(typed, picker.pause)
  const { items, more, stale, loading, error, answered } = useAnswer(picker, settled)
  const fresh = typed === settled && !stale
  const wanted = picker.opened === true || typed !== ''
  return {
    now,
    fresh,
    items: listed(picker, typed, items),
    count: wanted ? items.length : 0,
    more,
    failure: error ? problemText(error) : undefined,
    done: answered && fresh,
    searching: !error && (loading || (wanted && !fresh)),
  }
}
