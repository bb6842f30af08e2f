// The notifications and running jobs of the person, live while the hub is connected, asked for now and then while it is
// not.
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Notification, notifications } from '#contract/notifications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { openRealtime } from '#web/lib/realtime.ts'
import { usePortal } from '#web/lib/session/portal-context.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

const askEvery = 60_000
const watchEvery = 2_000

export const useNotifications = (isOpen: boolean) => {
  const toldRef = useRef(false)
  const connected = useRealtime(toldRef)
  const news = useRead(notifications.active, {}, { every: connected ? 0 : askEvery })
  const jobs = useRead(notifications.tasks, {}, { every: isOpen || !connected ? watchEvery * (isOpen ? 1 : 30) : 0 })
  useSaid(news.data?.items, { toldRef, isOpen })
  return { news, jobs }
}

type Saying = {
  /** The hub told of something new that has not been read yet. */
  readonly toldRef: RefObject<boolean>
  readonly isOpen: boolean
}

/** R9-05: what is new is said over the page for 4 seconds, unless it is on the screen already. */
const useSaid = (items: readonly Notification[] | undefined, { toldRef, isOpen }: Saying) => {
  const seen = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const before = seen.current
    seen.current = new Set(items.map(({ id }) => id))
    const fresh = before && toldRef.current ? items.filter(({ id }) => !before.has(id)) : []
    if (fresh.length === 0) return
    toldRef.current = false
    if (isOpen) return
    for (const { description } of fresh.toReversed()) showNotice({ kind: 'news', title: description })
  }, [items, isOpen, toldRef])
}

const useRealtime = (toldRef: RefObject<boolean>) => {
  const answers = useQueryClient()
  const { session } = usePortal()
  const [connected, setConnected] = useState(false)
  useEffect(() => {
    const again = (resources: readonly string[]) => {
      for (const resource of resources) void answers.invalidateQueries({ queryKey: [resource] })
    }
    const lookAgain = () => again(['notifications', 'tasks'])
    const hub = openRealtime({
      connected: setConnected,
      process: lookAgain,
      lists: again,
      sessionEnded: session.checkEnded,
      notification: (isNew) => {
        toldRef.current ||= isNew
        lookAgain()
        // What a process did shows in the lists that are open.
        again(['users', 'groups', 'tenants', 'tenantIdentities', 'operationRequests'])
      },
    })
    return () => hub.close()
  }, [answers, session, toldRef])
  return connected
}
