// The session of this browser (R4.1, R4.5): where it comes from, how it stays, and how it ends.
import type { RuntimeConfig } from '#contract/runtime.ts'
import { type AuthPort, meansSignedOut, type Tokens } from './auth-port.ts'
import { identityOf, isValid } from './identity.ts'
import { alone, listenToOtherTabs } from './other-tabs.ts'
import { createReLogin } from './re-login.ts'
import { ScopeMissing, type SessionState } from './session-state.ts'

type SessionContext = {
  config: RuntimeConfig
  port: AuthPort
  /** Loads another page. */
  leave: (address: string) => void
  /** Where to go when the identity server cannot be asked how to log out. */
  logoutPage: string
  /** How long another tab needs to end the server's session, before this one asks for it. */
  settling?: number
  /** Tells the user that a call was denied (R4.1-03). */
  onDenied?: () => void
}

const minute = 60_000

/** A minute before the access token ends, or sooner where it is short. */
const renewalAt = ({ endsAt }: Tokens) => endsAt - Math.min(minute, Math.max(0, (endsAt - Date.now()) / 5))

export class Session {
  #around: SessionContext
  #loadedAt = Date.now()
  #state: SessionState = { kind: 'authenticating' }
  #tokens: Tokens | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #leaving = false
  #listeners = new Set<() => void>()
  #tabs: ReturnType<typeof listenToOtherTabs>
  #reLogin = createReLogin(() => this.renew())

  constructor(around: SessionContext) {
    this.#around = around
    this.#tabs = listenToOtherTabs(around.port.storageKey, {
      signedOut: () => void this.#signedOutElsewhere(),
      renewed: () => void this.#renewedElsewhere(),
    })
  }

  state = () => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes up the stored sign-in; anyone who needs one and finds none calls `signIn`. */
  resume = async () => {
    const stored = await this.#around.port.stored()
    if (!stored) return this.#become({ kind: 'signed-out' })
    if (stored.endsAt > Date.now() + 5000 && this.#adopt(stored)) return
    if (!(await this.renew())) await this.#lose()
  }

  /** R4.1-01 */
  signIn = (returnTo: string) =>
    this.#around.port.signIn(returnTo).catch((error) => this.#become({ kind: 'failed', error }))

  /** Reads the answer of the sign-in; gives the page that was asked for before it. */
  finish = async (address: string) => {
    try {
      const { tokens, returnTo } = await this.#around.port.finish(address)
      // Redirecting once more would only turn in circles.
      if (!this.#adopt(tokens))
        throw new ScopeMissing(`This sign-in does not hold every scope of: ${this.#around.config.scopes}`)
      return returnTo
    } catch (error) {
      // Somebody went back to an answer that has been read already.
      const stored = await this.#around.port.stored().catch(() => undefined)
      if (!stored || !this.#adopt(stored)) this.#become({ kind: 'failed', error })
      return undefined
    }
  }

  /** Silently; where the server says that nobody is signed in, the session is over. */
  renew = async () => {
    // At its end the overlay has the word (R4.5-04).
    if (this.#state.kind === 'signed-in' && this.#state.identity.exp_time * 1000 <= Date.now()) return false
    try {
      if (await this.#renewOnce()) return true
    } catch (error) {
      if (!meansSignedOut(error)) return false
    }
    // Whoever leaves has said where to.
    if (!this.#leaving) await this.#lose()
    return false
  }

  /** The server says that a session of this person ended: if it is this one, it is over here at once. */
  checkEnded = () => {
    if (this.#state.kind === 'signed-in' && !this.#leaving) void this.renew()
  }

  /** Somebody else is signed in with this browser from now on: what was ours is forgotten. */
  switchAt = async (address: string) => {
    this.#leaving = true
    await this.#around.port.forget()
    this.#tabs.tellSignedOut()
    this.#around.leave(address)
  }

  logout = async () => {
    if (this.#leaving) return
    this.#leaving = true
    const { port, logoutPage, leave } = this.#around
    const address = await port.logoutAddress(this.#tokens?.idToken ?? '').catch(() => logoutPage)
    await port.forget()
    this.#tabs.tellSignedOut()
    leave(address)
  }

  /** What the client needs (client.ts). */
  credentials = {
    token: async () => {
      if (this.#tokens && this.#tokens.endsAt <= Date.now()) await this.renew()
      return this.#tokens?.accessToken
    },
    denied: async (used: string | undefined, name: string) => {
      if (this.#state.kind !== 'signed-in') return false
      if (used !== this.#tokens?.accessToken) return true
      this.#around.onDenied?.()
      return this.#reLogin.denied(name)
    },
    accepted: (name: string) => this.#reLogin.accepted(name),
  }

  close = () => {
    this.#leaving = true
    clearTimeout(this.#timer)
    this.#tabs.close()
  }

  #become(next: SessionState) {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  #adopt(tokens: Tokens) {
    const { config } = this.#around
    const identity = identityOf(tokens, { config, loadedAt: this.#loadedAt, logout: () => void this.logout() })
    if (!isValid(identity, config, Date.now())) return false
    this.#tokens = tokens
    this.#renewIn(Math.max(5000, renewalAt(tokens) - Date.now()))
    this.#become({ kind: 'signed-in', identity })
    return true
  }

  #renewIn(wait: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(async () => {
      if (this.#state.kind !== 'signed-in' || this.#leaving) return
      if (!(await this.renew()) && this.#tokens) this.#renewIn(10_000)
    }, wait)
  }

  /** Another tab may have renewed meanwhile: the store is read again inside the lock. */
  #renewOnce() {
    const { port } = this.#around
    return alone(async () => {
      if (this.#leaving) return false
      const stored = await port.stored()
      const fresh = stored && stored.accessToken !== this.#tokens?.accessToken && stored.endsAt > Date.now() + 10_000
      return this.#adopt(fresh ? stored : await port.renew())
    })
  }

  async #lose() {
    this.#tokens = undefined
    clearTimeout(this.#timer)
    await this.#around.port.forget()
    this.#become({ kind: 'signed-out' })
  }

  /** R4.1-02: the session goes, and one silent sign-in is tried. */
  async #signedOutElsewhere() {
    if (this.#state.kind !== 'signed-in' || this.#leaving) return
    const { port, settling = 2000 } = this.#around
    this.#tokens = undefined
    clearTimeout(this.#timer)
    this.#become({ kind: 'authenticating' })
    await port.forget()
    await new Promise((resolve) => setTimeout(resolve, settling))
    if (this.#leaving) return
    const again = await alone(() => port.renew()).catch(() => undefined)
    if (!again || !this.#adopt(again)) await this.#lose()
  }

  async #renewedElsewhere() {
    const stored = await this.#around.port.stored()
    if (stored && this.#state.kind === 'signed-in' && !this.#leaving) this.#adopt(stored)
  }
}
