// R4.6-01…03: the second in which the home page may send its reader elsewhere.
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/kernel/endpoint.ts'
import type { hub } from '#contract/hub.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { waits } from '#web/lib/waits.ts'
import { homeRedirect } from './listing.ts'
import { useViewer } from './use-hub.ts'

const second = 1000

/** True for the first second. */
export const useOverlay = () => {
  const [covered, setCovered] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setCovered(false), waits.home)
    return () => clearTimeout(timer)
  }, [])
  return covered
}

/** Leaves one second after the answer; true while it is about to. Decided once: a later favourite sends nobody away. */
export const useHomeRedirect = (home: OutputOf<typeof hub.homeInfo> | undefined) => {
  const { profile } = useMe()
  const { viewer, stay } = useViewer()
  const [target, setTarget] = useState<string | null>()
  if (home && target === undefined) {
    const found = homeRedirect({
      apps: home.applications.items,
      clientPortalAppId: home.clientPortalAppId,
      area: profile.area,
      viewer,
    })
    setTarget(stay ? null : (found ?? null))
  }
  useEffect(() => {
    if (!target) return
    const timer = setTimeout(() => location.assign(target), second)
    return () => clearTimeout(timer)
  }, [target])
  return !!target
}
