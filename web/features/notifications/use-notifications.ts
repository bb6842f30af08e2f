// The notifications and running jobs of the person, live while the hub is connected, asked for now and then while it is
// not.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notifications } from '#contract/notifications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { openRealtime } from '#web/lib/realtime.ts'
import { usePortal } from '#web/lib/session/portal-context.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

const askEvery = 60_000
const watchEvery = 2_000

export const useNotifications = (isOpen: boolean) => {
  const connected = useRealtime(isOpen)
  const news = useRead(notifications.active, {}, { every: connected ? 0 : askEvery })
  const jobs = useRead(notifications.tasks, {}, { every: isOpen || !connected ? watchEvery * (isOpen ? 1 : 30) : 0 })
  return { news, jobs }
}

/** R9-05: what is new is said over the page for 4 seconds, unless it is on the screen already. */
const useRealtime = (isOpen: boolean) => {
  const answers = useQueryClient()
  const { session } = usePortal()
  const [connected, setConnected] = useState(false)
  const shown = useRef(isOpen)
  useEffect(() => {
    shown.current = isOpen
  }, [isOpen])
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
      notification: (description) => {
        lookAgain()
        // What a process did shows in the lists that are open.
        again(['users', 'groups', 'tenants', 'tenantIdentities', 'operationRequests'])
        if (description && !shown.current) showNotice({ kind: 'news', title: description })
      },
    })
    return () => hub.close()
  }, [answers, session])
  return connected
}
