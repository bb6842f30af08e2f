// Short messages over the page: success for 4 s, errors and what can be undone for 5 s, or until their cause is
// gone.
import { useSyncExternalStore } from 'react'
import { problemText } from './problem.ts'

export type Notice = {
  id: number
  kind: 'success' | 'error'
  title: string
  text?: string | undefined
  action?: { label: string; run: () => void } | undefined
}

let notices: readonly Notice[] = []
let last = 0
const listeners = new Set<() => void>()

const set = (next: readonly Notice[]) => {
  notices = next
  for (const listener of listeners) listener()
}

export const dismissNotice = (id: number) => set(notices.filter((notice) => notice.id !== id))

export const showNotice = (notice: Omit<Notice, 'id'>) => {
  if (notices.some(({ title, text }) => title === notice.title && text === notice.text)) return
  const id = ++last
  set([...notices, { ...notice, id }])
  setTimeout(() => dismissNotice(id), notice.kind === 'error' || notice.action ? 5000 : 4000)
}

/** R8.4-01: a failed action. */
export const showFailure = (title: string, error: unknown) =>
  showNotice({ kind: 'error', title, text: problemText(error) })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useNotices = () => useSyncExternalStore(subscribe, () => notices)
