// One call at a time, with what it left behind: the errors over the form.
import { useState } from 'react'
import { comeBackLater } from './calls.ts'
import { unknownError } from './messages.ts'

export const useWork = () => {
  const [errors, setErrors] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)

  const working = async (call: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setErrors([])
    try {
      await call()
    } catch (failure) {
      setErrors([comeBackLater(failure) ?? unknownError])
    } finally {
      setBusy(false)
    }
  }

  return { errors, setErrors, busy, working }
}

export type Work = ReturnType<typeof useWork>
