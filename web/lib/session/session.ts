// The session of this browser (R4.1, R4.5): where it comes from, how it stays, and how it ends.
import type { RuntimeConfig } from '#contract/runtime.ts'
import { type AuthPort, meansSignedOut, type Tokens } from './auth-port.ts'
import { type Identity, identityOf, isValid } from './identity.ts'
import { alone, listenToOtherTabs } from './other-tabs.ts'
import { createReLogin } from './silent-renewal.ts'

export type SessionState =
  | { kind: 'authenticating' }
  | { kind: 'signed-in'; identity: Identity }
  | { kind: 'signed-out' }
  | { kind: 'failed'; error: unknown }

export type Session = ReturnType<typeof createSession>

type Around = {
  config: RuntimeConfig
  port: AuthPort
  /** Loads another page. */
  leave: (address: string) => void
  /** Where to go when the identity server cannot be asked how to log out. */
  logoutPage: string
  /** How long another tab needs to end the server's session, before this one asks for it. */
  settling?: number
  /** Shown when a call was denied (R4.1-03). */
  onDenied?: () => void
}

const minute = 60_000

export class ScopeMissing extends Error {
  override name = 'ScopeMissing'
}

export const createSession = ({ config, port, leave, logoutPage, settling = 2000, onDenied }: Around) => {
  const loadedAt = Date.now()
  const listeners = new Set<() => void>()
  let state: SessionState = { kind: 'authenticating' }
  let tokens: Tokens | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let leaving = false

  const become = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const adopt = (given: Tokens) => {
    const identity = identityOf(given, { config, loadedAt, logout: () => void logout() })
    if (!isValid(identity, config, Date.now())) return false
    tokens = given
    clearTimeout(timer)
    timer = setTimeout(renewAhead, Math.max(5000, renewalAt(given) - Date.now()))
    become({ kind: 'signed-in', identity })
    return true
  }

  const renewalAt = ({ endsAt }: Tokens) => endsAt - Math.min(minute, Math.max(0, (endsAt - Date.now()) / 5))

  /** Another tab may have renewed meanwhile: the store is read again inside the lock. */
  const renew = () =>
    alone(async () => {
      const stored = await port.stored()
      const fresh = stored && stored.accessToken !== tokens?.accessToken && stored.endsAt > Date.now() + 10_000
      return adopt(fresh ? stored : await port.renew())
    })

  const renewAhead = async () => {
    if (state.kind !== 'signed-in' || leaving) return
    await renew().catch((error) => (meansSignedOut(error) ? lose() : (timer = setTimeout(renewAhead, 10_000))))
  }

  const lose = async () => {
    tokens = undefined
    clearTimeout(timer)
    await port.forget()
    become({ kind: 'signed-out' })
  }

  /** Renews silently; without success the user has to sign in. */
  const renewOrLose = async () => {
    try {
      if (await renew()) return true
    } catch (error) {
      if (!meansSignedOut(error)) return false
    }
    await lose()
    return false
  }

  /** R4.1-02 */
  const signedOutElsewhere = async () => {
    if (state.kind !== 'signed-in' || leaving) return
    become({ kind: 'authenticating' })
    tokens = undefined
    clearTimeout(timer)
    await port.forget()
    await new Promise((resolve) => setTimeout(resolve, settling))
    const again = await alone(() => port.renew()).catch(() => undefined)
    if (!again || !adopt(again)) await lose()
  }

  const renewedElsewhere = async () => {
    const stored = await port.stored()
    if (stored && state.kind === 'signed-in' && !leaving) adopt(stored)
  }

  const tabs = listenToOtherTabs(port.storageKey, { signedOut: () => void signedOutElsewhere(), renewed: () => void renewedElsewhere() })

  const logout = async () => {
    if (leaving) return
    leaving = true
    const address = await port.logoutAddress(tokens?.idToken ?? '').catch(() => logoutPage)
    await port.forget()
    tabs.tellSignedOut()
    leave(address)
  }

  /** Reads the stored sign-in; whoever needs one and has none calls `signIn`. */
  const resume = async () => {
    const stored = await port.stored()
    if (!stored) return become({ kind: 'signed-out' })
    if (stored.endsAt > Date.now() + 5000 && adopt(stored)) return
    if (!(await renewOrLose())) await lose()
  }

  /** R4.1-01; gives the page that was asked for before the sign-in. */
  const finish = async (address: string) => {
    try {
      const { tokens: given, returnTo } = await port.finish(address)
      // Redirecting once more would only turn in circles.
      if (!adopt(given)) throw new ScopeMissing(`This sign-in does not hold every scope of: ${config.scopes}`)
      return returnTo
    } catch (error) {
      become({ kind: 'failed', error })
      return undefined
    }
  }

  const signIn = (returnTo: string) => port.signIn(returnTo).catch((error) => become({ kind: 'failed', error }))

  const reLogin = createReLogin(renewOrLose)

  return {
    resume,
    finish,
    signIn,
    renew: renewOrLose,
    logout,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    credentials: {
      token: async () => {
        if (tokens && tokens.endsAt <= Date.now()) await renewOrLose()
        return tokens?.accessToken
      },
      denied: async (used: string | undefined) => {
        if (state.kind !== 'signed-in') return false
        if (used !== tokens?.accessToken) return true
        onDenied?.()
        return reLogin.denied()
      },
      accepted: reLogin.accepted,
    },
    close: () => {
      clearTimeout(timer)
      tabs.close()
    },
  }
}
