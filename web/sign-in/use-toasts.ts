// Good news that asks for nothing: shown for a few seconds, announced politely.
import { useCallback, useState } from 'react'

/** R9-05: four to five seconds. */
const shownFor = 4500

export type Say = (key: string) => void

export const useToasts = () => {
  const [toasts, setToasts] = useState<readonly string[]>([])
  const say: Say = useCallback((key) => {
    setToasts((now) => [...now, key])
    setTimeout(() => setToasts((now) => now.filter((one) => one !== key)), shownFor)
  }, [])
  return [toasts, say] as const
}
