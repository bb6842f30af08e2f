// An application that somebody opens, with a living session: who they are, whether they are let in, and what the
// application was granted before. As the provider would decide it (docs/decisions/0071).
import type { Client } from 'oidc-provider'
import { denialsOf } from '#server/features/access-policies/access-policies.public.ts'
import { payloads, type SessionPayload } from '#server/features/sessions/sessions.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { mayOpen } from './access-policy.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { PersonRow } from './person.store.ts'
import { sessionBySecret } from './token-context.store.ts'
import { isCurrent, isGrantOf, scopesOfGrant } from './token-rules.ts'

type OpeningAttempt = {
  readonly asked: AuthorizationRequest
  readonly client: Client
  readonly secret: string
  readonly address: string
}

type LivingSession = SessionPayload & { readonly accountId: string }
type Authorization = NonNullable<SessionPayload['authorizations']>[string]

export type Opening = OpeningAttempt & {
  readonly session: LivingSession
  /** What the session holds for the application, and its grant; both undefined where it has none yet. */
  readonly authorization: Authorization | undefined
  readonly grant: payloads.Payload | undefined
}

const livingSession = async (db: Db, secret: string) => {
  const { payload, person } = (await sessionBySecret(db, secret)) ?? {}
  const accountId = payload?.accountId
  return payload && person && accountId === person.id && isCurrent(payload)
    ? { session: { ...payload, accountId }, person }
    : undefined
}

type Asking = { readonly session: LivingSession; readonly person: PersonRow }

/** Where policies deny anything the provider asks them again, and tells of it. */
const isLetIn = async (db: Db, { client, address }: OpeningAttempt, { session, person }: Asking) => {
  const asking = { userId: person.id, restricted: person.restricted, client }
  if (!(await mayOpen(db, asking))) return false
  const [at, application, amr] = [new Date(), client.clientId, (session['amr'] ?? []) as string[]]
  const { denials } = await denialsOf(db, { userId: person.id, application, at, address, amr })
  return denials.length === 0
}

/** Undefined where the provider shall decide. */
export const openingOf = async (db: Db, attempt: OpeningAttempt): Promise<Opening | undefined> => {
  const { asked, secret } = attempt
  const found = await livingSession(db, secret)
  if (!found || !(await isLetIn(db, attempt, found))) return undefined
  const { session } = found
  const authorization = session.authorizations?.[asked.clientId]
  if (!authorization) return { ...attempt, session, authorization, grant: undefined }
  const grant = authorization.grantId
    ? await payloads.payloadById(db, { id: authorization.grantId, kind: 'Grant' })
    : undefined
  const whose = { clientId: asked.clientId, accountId: session.accountId }
  // One that nothing has to be added to.
  const isEnough = isGrantOf(whose, grant) && asked.scopes.every((scope) => scopesOfGrant(grant).includes(scope))
  return isEnough ? { ...attempt, session, authorization, grant } : undefined
}
