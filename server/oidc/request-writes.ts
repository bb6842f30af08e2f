// What one request of the provider writes (a code spent, a grant, tokens, the session) goes to the database as one
// statement when the request is answered: all or nothing, and one round trip instead of three or four.
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { applyGathered, payloads, type SessionChange } from '#server/features/sessions/sessions.public.ts'
import type { Db } from '#server/kernel/context.ts'

type Writes = {
  spent: string[]
  payloads: Map<string, payloads.NewPayload>
  sessions: Map<string, SessionChange>
  /** What is spent is a refresh token. */
  rotates: boolean
}

/** In the request's own state: a WeakMap may hold it until old objects are collected (docs/decisions/0068). */
type State = { writes?: Writes }

const writes = (): Writes | undefined => {
  const state = Provider.ctx?.state as State | undefined
  if (!state) return undefined
  state.writes ??= { spent: [], payloads: new Map(), sessions: new Map(), rotates: false }
  return state.writes
}

/** False outside of a request: the caller writes at once. */
const collected = (into: (writes: Writes) => unknown) => {
  const here = writes()
  if (here) into(here)
  return here !== undefined
}

export const collectSpent = (id: string, kind: string) =>
  collected((here) => {
    here.spent.push(id)
    here.rotates = kind === 'RefreshToken'
  })
export const collectPayload = (payload: payloads.NewPayload) =>
  collected((here) => here.payloads.set(payload.id, payload))
export const collectSession = (secret: string, payload: SessionChange) =>
  collected((here) => here.sessions.set(secret, payload))

/** Runs around the provider. Anyone who comes second with a code or a refresh token gets nothing (T18, T19). */
export const writeAtTheEnd = (db: Db) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  try {
    await next()
  } finally {
    const { writes: done } = ctx.state as State
    if (done && !(await (done.rotates ? applyGathered : payloads.applyWrites)(db, done))) {
      ctx.remove('location')
      ctx.status = 400
      ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' }
    }
  }
}
