// What a change would do, page by page; the answer before stays on the screen until the next one is there.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { accessPreview, isDelegated, type PreviewedChange } from '#contract/access-preview.ts'
import { call } from '#web/lib/client.ts'
import { resourceOf } from '#web/lib/use-endpoint.ts'

export const views = ['all', 'Loses', 'Gains', 'left'] as const
export type View = (typeof views)[number]
export type PreviewView = { view: View; search: string; applicationId: string; page: number }

export const pageSize = 20

export const queryOf = ({ view, search, applicationId }: PreviewView) => ({
  ...((view === 'Loses' || view === 'Gains') && { change: view }),
  ...(view === 'left' && { noRoleLeft: 'true' as const }),
  ...(search && { search }),
  ...(applicationId && { applicationId }),
})

export const previewKey = [resourceOf(accessPreview.preview), 'preview']

/** The administration's, or the one of those who act on their tenants. */
export type Base = 'admin' | 'profile'
export const PreviewBase = createContext<Base>('admin')

type Asking = { query: Parameters<typeof call<typeof accessPreview.preview>>[1]['query']; signal?: AbortSignal }

export const askPreview = (base: Base, change: PreviewedChange, asking: Asking) =>
  base === 'profile' && isDelegated(change)
    ? call(accessPreview.profilePreview, { input: change, ...asking })
    : call(accessPreview.preview, { input: change, ...asking })

export const usePreview = (change: PreviewedChange, asked: PreviewView) => {
  const base = useContext(PreviewBase)
  const query = { ...queryOf(asked), skip: String((asked.page - 1) * pageSize), take: String(pageSize) }
  return useQuery({
    queryKey: [...previewKey, change, query],
    queryFn: ({ signal }) => askPreview(base, change, { query, signal }),
    placeholderData: keepPreviousData,
    // A preview of before is none.
    gcTime: 0,
  })
}

/** R9-10: the server is asked once nobody has typed for so long. */
const pause = 600

export const useTyped = (done: (text: string) => void) => {
  const [typed, type] = useState('')
  const asked = useRef('')
  useEffect(() => {
    // What is on the screen already is not asked again: it would go back to its first page.
    if (typed.trim() === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed.trim()
      done(asked.current)
    }, pause)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed])
  return [typed, type] as const
}

/** The time, once in a while. */
export const useNow = (every: number) => {
  const [now, tick] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
