// One call of SCIM: a read on connections that cannot write, a write whole in one transaction, in which the token is
// looked at again.
import type { ScimAnswer, ScimCall } from '#server/features/directory/directory.public.ts'
import { type ContextParts, inOneTransaction, type UnitOfWork } from '#server/kernel/commit.ts'
import type { Actor, Db, Reads, RequestInfo, Services } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { ScimEndpoint } from './endpoints.ts'

export type RunParts = {
  readonly db: Reads
  /** What a read gets: it cannot write. */
  readonly reads: Reads
  readonly unitOfWork: UnitOfWork
  readonly services: Services
  readonly now: () => Date
  readonly newId: () => string
  readonly authenticateDirectory: (token: string, tx?: Db) => Promise<Actor | undefined>
}

export type Caller = { readonly token: string; readonly actor: Actor; readonly requestInfo: RequestInfo }

export const authenticated = async ({ authenticateDirectory }: RunParts, token: string, tx?: Db) => {
  const actor = await authenticateDirectory(token, tx)
  if (!actor) throw new Refusal('not-signed-in', 401)
  return actor
}

export const run = (
  parts: RunParts,
  { token, actor, requestInfo }: Caller,
  endpoint: ScimEndpoint,
  call: ScimCall,
): Promise<ScimAnswer> => {
  const { db, reads, unitOfWork, services, newId, now: clock } = parts
  if ('reads' in endpoint) return endpoint.reads({ actor, now: clock(), db: reads, requestInfo, services }, call)
  const authorize: ContextParts['authorize'] = (tx) => authenticated(parts, token, tx)
  const of: ContextParts = { db, unitOfWork, services, newId, clock, actor, requestInfo, authorize }
  return inOneTransaction(of, (ctx, tx) => endpoint.writes(ctx, call, tx))
}
