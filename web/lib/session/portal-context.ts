// What every screen may ask: the runtime configuration and the session.
import { createContext, use, useSyncExternalStore } from 'react'
import type { RuntimeConfig } from '#contract/runtime.ts'
import type { Identity } from './identity.ts'
import type { Session } from './session.ts'

export type Portal = {
  config: RuntimeConfig
  session: Pick<Session, 'state' | 'subscribe' | 'signIn' | 'renew' | 'checkEnded' | 'logout' | 'switchAt'>
}

export const PortalContext = createContext<Portal | undefined>(undefined)

export const usePortal = () => {
  const portal = use(PortalContext)
  if (!portal) throw new Error('There is no portal around this component')
  return portal
}

export const useConfig = () => usePortal().config

export const useSession = () => {
  const { session } = usePortal()
  return { session, state: useSyncExternalStore(session.subscribe, session.state) }
}

export const useIdentity = (): Identity | undefined => {
  const { state } = useSession()
  return state.kind === 'signed-in' ? state.identity : undefined
}

/** For screens behind the sign-in. */
export const useMe = (): Identity => {
  const identity = useIdentity()
  if (!identity) throw new Error('Nobody is signed in')
  return identity
}
