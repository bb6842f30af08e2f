// Seconds until a moment. Counted from the moment itself, so that a sleeping tab wakes up right.
import { useEffect, useState } from 'react'

const secondsUntil = (deadline: number) => Math.max(0, Math.ceil((deadline - Date.now()) / 1000))

export const useCountdown = (deadline: number) => {
  const [left, setLeft] = useState(() => secondsUntil(deadline))
  useEffect(() => {
    const look = () => setLeft(secondsUntil(deadline))
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [deadline])
  return left
}
