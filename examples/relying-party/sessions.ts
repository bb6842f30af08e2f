// Who is signed in here, in memory: a random cookie and what was received with the sign-in.
import { randomBytes } from 'node:crypto'

export type Received = {
  readonly claims: Readonly<Record<string, unknown>>
  readonly idToken: string
  readonly accessTokenExpiresAt: number | undefined
  readonly scope: string | undefined
  readonly hasRefreshToken: boolean
}

export type Session = Received & { readonly application: string; readonly startedAt: number; readonly endsAt: number }

/** A sign-in that has begun: what has to come back unchanged. */
export type Pending = {
  readonly application: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly endsAt: number
}

const signInSeconds = 600
const sessionSeconds = 24 * 3600
const most = 10_000

const newKey = () => randomBytes(32).toString('base64url')

export const createSessions = () => {
  const sessions = new Map<string, Session>()
  const pending = new Map<string, Pending>()
  return {
    begin: (started: Omit<Pending, 'endsAt'>): string =>
      remember(pending, { ...started, endsAt: now() + signInSeconds }),
    /** Once only: an answer that comes twice finds nothing. */
    takePending: (key: string | undefined, application: string): Pending | undefined => {
      const found = living(pending, key)
      if (key !== undefined) pending.delete(key)
      return found?.application === application ? found : undefined
    },
    start: (application: string, received: Received): string => {
      const endsAt =
        typeof received.claims['exp_time'] === 'number' ? received.claims['exp_time'] : now() + sessionSeconds
      return remember(sessions, { ...received, application, startedAt: now(), endsAt })
    },
    find: (key: string | undefined, application: string): Session | undefined => {
      const found = living(sessions, key)
      return found?.application === application ? found : undefined
    },
    end: (key: string | undefined): void => void (key !== undefined && sessions.delete(key)),
    endAll: (logout: Logout): number => {
      const ended = [...sessions].filter(([, session]) => isEndedBy(session, logout))
      for (const [key] of ended) sessions.delete(key)
      return ended.length
    },
  }
}

type Logout = { readonly application: string; readonly sid: string | undefined; readonly sub: string | undefined }

/** OpenID Connect Back-Channel Logout 1.0 §2.7: by session where the token names one, else all of the person. */
const isEndedBy = ({ application, claims }: Session, { application: of, sid, sub }: Logout) =>
  of === application &&
  (sid === undefined ? claims['sub'] === sub : claims['sid'] === sid && (sub === undefined || claims['sub'] === sub))

export type Sessions = ReturnType<typeof createSessions>

export const now = () => Math.floor(Date.now() / 1000)

const living = <T extends { readonly endsAt: number }>(
  kept: Map<string, T>,
  key: string | undefined,
): T | undefined => {
  const found = key === undefined ? undefined : kept.get(key)
  return found && found.endsAt > now() ? found : undefined
}

/** Bounded: the oldest go first. */
const remember = <T>(kept: Map<string, T>, value: T): string => {
  const key = newKey()
  kept.set(key, value)
  const oldest = kept.keys().next()
  if (kept.size > most && !oldest.done) kept.delete(oldest.value)
  return key
}
