// Good news that asks for nothing: shown for a few seconds, announced politely.
import { useCallback, useState } from 'react'

/** R9-05: four to five seconds. */
const shownFor = 4500

export type Toast = 'loginEnded' | 'password.reset' | 'password.changed'
export type Say = (key: Toast) => void

export const useToasts = () => {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const say: Say = useCallback((key) => {
    setToasts((now) => [...now, key])
    setTimeout(() => setToasts((now) => now.filter((one) => one !== key)), shownFor)
  }, [])
  return [toasts, say] as const
}
