// What a list shows stands in the address; the last visit's is restored when it is opened bare (docs/ux.md, rule 8).
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { preferences, type TablePreferences } from '#web/lib/preferences.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { isOffered } from './filter-def.ts'
import type { ListDef } from './types.ts'

export const pageSizes = [10, 25, 50] as const
export const densities = ['default', 'middle', 'small'] as const
type Values = Readonly<Record<string, string | undefined>>

const standard = { defaultPageSize: 10, defaultTableSize: 'default', hidden: [] } as const satisfies TablePreferences

export const useTableSettings = (id: string) => {
  const [settings, setSettings] = useState<Required<TablePreferences>>(() => {
    const { tables, defaultPageSize, defaultTableSize } = preferences.read()
    return {
      ...standard,
      ...(defaultPageSize && { defaultPageSize }),
      ...(defaultTableSize && { defaultTableSize }),
      ...tables?.[id],
    }
  })
  const change = (changed: Partial<TablePreferences>) => {
    const next = { ...settings, ...changed }
    setSettings(next)
    preferences.write({ tables: { ...preferences.read().tables, [id]: next } })
  }
  return { settings, change }
}

const kept = (id: string) => `list:${id}`
/** Of the address, what belongs to the list. */
const ownKeys = /^(q|sort|page|size|f\..+)$/
const own = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => ownKeys.test(entry[0]) && typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )

const restore = (id: string): Record<string, string> => {
  try {
    return own(JSON.parse(sessionStorage.getItem(kept(id)) ?? '{}') as Values)
  } catch {
    return {}
  }
}

/** In the address, or for an embedded list in memory. */
const useValues = (id: string, embedded: boolean, passes: (name: string) => boolean) => {
  const search = useSearch({ strict: false }) as Values
  const navigate = useNavigate()
  const [memory, setMemory] = useState<Record<string, string>>({})
  const [restored, setRestored] = useState(false)
  const values = embedded ? memory : own(search)
  const lasting = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !passes(name)))
  const text = JSON.stringify(lasting(values))
  const write = (next: Record<string, string>, replace = false) => {
    if (embedded) return setMemory(next)
    const others = Object.fromEntries(Object.entries(search).filter(([name]) => !ownKeys.test(name)))
    void navigate({ to: '.', search: { ...others, ...next }, replace, resetScroll: false })
  }
  /** Not in the address yet: anyone who leaves before finds it the next time all the same. */
  const restoring = useRef(false)
  useEffect(() => {
    if (embedded || Object.keys(values).length > 0) return
    const last = lasting(restore(id))
    if (Object.keys(last).length === 0) return
    restoring.current = true
    setRestored(true)
    write(last, true)
    // Only when it is opened bare.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
  useEffect(() => {
    if (!embedded && !restoring.current) sessionStorage.setItem(kept(id), text)
    restoring.current = false
  }, [embedded, id, text])
  return { values, write, restored, seen: () => setRestored(false) }
}

/** A past day is looked at on purpose, never found again by chance. */
const passing =
  <Row>({ filters = [] }: ListDef<Row>) =>
  (name: string) =>
    filters.some(({ key, kind }) => kind === 'day' && name === `f.${key}`)

const useValuesOf = <Row>(list: ListDef<Row>) =>
  useValues(
    // What one person left is not for the next one in the same tab.
    [useIdentity()?.id ?? '', list.id, ...Object.values(list.params ?? {})].join(':'),
    list.embedded === true,
    passing(list),
  )

export const useListState = <Row>(list: ListDef<Row>, pageSize: number) => {
  const { values, write, restored, seen } = useValuesOf(list)
  const [field = '', direction = 'asc'] = (values['sort'] ?? list.defaultSort.replace(' ', '.')).split('.')
  const size = pageSizes.find((one) => String(one) === values['size']) ?? pageSize
  const page = Math.max(1, Math.trunc(Number(values['page'])) || 1)
  const filters = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const key = name.slice(2)
      const filter = list.filters?.find((one) => one.key === key)
      return name.startsWith('f.') && (!filter || isOffered(filter, value)) ? [[key, value]] : []
    }),
  )
  /** A changed search, filter or order begins at page 1. */
  const set = (changed: Values, { keepPage = false } = {}) => {
    const next = own({ ...values, ...(keepPage ? {} : { page: undefined }), ...changed })
    seen()
    write(next)
  }
  return {
    search: values['q'] ?? '',
    sort: { field, descending: direction === 'desc' },
    page,
    size,
    filters,
    restored,
    /** Search and filters that narrow the list. */
    active:
      Object.keys(filters).filter(
        (key) => !list.filters?.some((filter) => filter.key === key && filter.kind === 'switch'),
      ).length + (values['q'] ? 1 : 0),
    set,
    clear: () =>
      set({ q: undefined, ...Object.fromEntries(Object.keys(filters).map((key) => [`f.${key}`, undefined])) }),
  }
}
export type ListState = ReturnType<typeof useListState>
