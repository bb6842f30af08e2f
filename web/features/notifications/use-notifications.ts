// The notifications and running jobs of the person, live while the hub is connected, asked for now and then while it is
// not.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Notification, notifications } from '#contract/notifications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { openRealtime } from '#web/lib/realtime.ts'
import { usePortal } from '#web/lib/session/portal-context.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

const askEvery = 60_000
const watchEvery = 2_000

export const useNotifications = (isOpen: boolean) => {
  const { connected, told } = useRealtime()
  const news = useRead(notifications.active, {}, { every: connected ? 0 : askEvery })
  const jobs = useRead(notifications.tasks, {}, { every: isOpen || !connected ? watchEvery * (isOpen ? 1 : 30) : 0 })
  useSaid(news.data?.items, { told, isOpen })
  return { news, jobs }
}

type Saying = {
  /** How many new ones the hub told of, whose list was read since. */
  readonly told: number
  readonly isOpen: boolean
}

/** R9-05: what is new is said over the page for 4 seconds, unless it is on the screen already. */
const useSaid = (items: readonly Notification[] | undefined, { told, isOpen }: Saying) => {
  const seen = useRef<{ readonly ids: ReadonlySet<string>; readonly told: number }>(undefined)
  useEffect(() => {
    if (!items) return
    const ids = new Set(items.map(({ id }) => id))
    const before = seen.current
    if (!before) seen.current = { ids, told }
    if (!before || before.told === told) return
    // The newest ones: what came while nobody listened is older, and not said. Where there are fewer, a reading that
    // was cut short by the next one brings the rest.
    const fresh = items.filter(({ id }) => !before.ids.has(id)).slice(0, told - before.told)
    if (fresh.length === 0) return
    seen.current = { ids, told: before.told + fresh.length }
    if (isOpen) return
    for (const { description } of fresh.toReversed()) showNotice({ kind: 'news', title: description })
  }, [items, isOpen, told])
}

const useRealtime = () => {
  const answers = useQueryClient()
  const { session } = usePortal()
  const [connected, setConnected] = useState(false)
  const [told, setTold] = useState(0)
  useEffect(() => {
    const again = (resources: readonly string[]) =>
      Promise.all(resources.map((resource) => answers.invalidateQueries({ queryKey: [resource] })))
    const lookAgain = () => again(['notifications', 'tasks'])
    const hub = openRealtime({
      connected: setConnected,
      process: () => void lookAgain(),
      lists: (changed) => void again(changed),
      sessionEnded: session.checkEnded,
      notification: (isNew) => {
        const looked = lookAgain()
        if (isNew) void looked.then(() => setTold((before) => before + 1))
        // What a process did shows in the lists that are open.
        void again(['users', 'groups', 'tenants', 'tenantIdentities', 'operationRequests'])
      },
    })
    return () => hub.close()
  }, [answers, session])
  return { connected, told }
}
