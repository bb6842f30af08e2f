// Short messages over the page: success for 4 s, errors and what can be undone for 5 s, or until their cause is
// gone. They stay while somebody is at them, by mouse or by F6.
import { useSyncExternalStore } from 'react'
import { problemText } from './problem.ts'

export type Notice = {
  id: number
  /** `news`: something was told, which need not have gone well. */
  kind: 'success' | 'news' | 'error'
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

const timers = new Map<number, ReturnType<typeof setTimeout>>()
const begin = ({ id, kind, action }: Notice) => {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), kind === 'error' || action ? 5000 : 4000),
  )
}

/** While somebody is at them none goes; afterwards each has its time again. */
export const holdNotices = () => timers.forEach((timer) => clearTimeout(timer))
export const releaseNotices = () => notices.forEach(begin)

export const showNotice = (notice: Omit<Notice, 'id'>) => {
  if (notices.some(({ title, text }) => title === notice.title && text === notice.text)) return
  const id = ++last
  const added = { ...notice, id }
  set([...notices, added])
  begin(added)
}

/** R8.4-01: a failed action. */
export const showFailure = (title: string, error: unknown) =>
  showNotice({ kind: 'error', title, text: problemText(error) })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useNotices = () => useSyncExternalStore(subscribe, () => notices)
