// One call at a time, with what it left behind: the errors over the form.
import { useState } from 'react'
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
    } catch {
      setErrors([unknownError])
    } finally {
      setBusy(false)
    }
  }

  return { errors, setErrors, busy, working }
}
