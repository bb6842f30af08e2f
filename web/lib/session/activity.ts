// R4.5: when the user was last seen. Deadlines are moments, so that a sleeping tab wakes up right.
import { useSyncExternalStore } from 'react'

export const idleAfter = 600_000

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

let lastSeen = Date.now()
const listeners = new Set<() => void>()

export const markActivity = () => {
  lastSeen = Date.now()
  for (const listener of listeners) listener()
}

export const lastActivity = () => lastSeen

export const watchActivity = () => {
  markActivity()
  for (const sign of signs) addEventListener(sign, markActivity, { capture: true, passive: true })
  return () => {
    for (const sign of signs) removeEventListener(sign, markActivity, { capture: true })
  }
}

export const onActivity = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const ticks = (listener: () => void) => {
  const timer = setInterval(listener, 1000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Now, to the second. */
export const useNow = () => useSyncExternalStore(ticks, () => Math.floor(Date.now() / 1000) * 1000)
