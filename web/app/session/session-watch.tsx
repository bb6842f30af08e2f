// R4.5: warns after ten minutes without activity, and ends the session when its time has come.
import { type ReactNode, useEffect, useState } from 'react'
import { idleAfter, lastActivity, markActivity, onActivity, useNow, watchActivity } from '#web/lib/session/activity.ts'
import { useIdentity, usePortal } from '#web/lib/session/portal-context.ts'
import { ExpiredOverlay } from './expired-overlay.tsx'
import { IdleWarning } from './idle-warning.tsx'

const calmDown = 1000

/** On after the idle time; off one second after the first sign of life. */
const useIdle = (now: number) => {
  const [idle, setIdle] = useState(false)
  if (!idle && now - lastActivity() >= idleAfter) setIdle(true)
  useEffect(() => {
    if (!idle) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onActivity(() => {
      timer ??= setTimeout(() => setIdle(false), calmDown)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [idle])
  return { idle, wake: () => setIdle(false) }
}

export const SessionWatch = ({ children }: { children: (warning: ReactNode) => ReactNode }) => {
  const identity = useIdentity()
  const { session } = usePortal()
  const now = useNow()
  useEffect(watchActivity, [])
  const { idle, wake } = useIdle(now)
  if (!identity) return children(undefined)
  const end = identity.exp_time * 1000
  const stay = () => {
    markActivity()
    wake()
    void session.renew()
  }
  return (
    <>
      {children(idle && now < end && <IdleWarning left={end - now} onStay={stay} />)}
      {now >= end && <ExpiredOverlay onLogout={() => void session.logout()} />}
    </>
  )
}
