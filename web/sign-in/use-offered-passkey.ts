// Beside the names that it knows, the browser offers the passkeys of this address (conditional mediation).
import { useEffect, useRef } from 'react'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import type { SignIn } from './use-sign-in.ts'

export const useOfferedPasskey = (signIn: SignIn) => {
  const now = useRef(signIn)
  useEffect(() => {
    now.current = signIn
  })
  useEffect(() => {
    if (!canUsePasskeys()) return undefined
    const form = new AbortController()
    const offer = async () => {
      const { offerPasskey } = await import('./passkey.ts')
      const answer = await offerPasskey(() => now.current.credentials.rememberLogin, form.signal)
      if (answer) await now.current.enterBy(answer)
    }
    // Who cannot be offered one signs in as before.
    void offer().catch(() => undefined)
    return () => form.abort()
  }, [])
}
