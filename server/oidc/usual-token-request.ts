// The usual request for tokens: for a code that was just issued or a living refresh token, by its application, with its
// secret where it has one, or of a machine for itself. It is answered by the provider's rules without its pipeline
// (docs/decisions/0065, 0069, 0075).
// Whatever is unusual, and everything that is refused, goes to the provider.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Client } from 'oidc-provider'
import { type Activity, applyGathered, payloads } from '#server/features/sessions/sessions.public.ts'
import type { Reads, Settings } from '#server/kernel/context.ts'
import { mayOpen } from './access-policy.ts'
import { isLetIn } from './client-credentials.ts'
import { answerOf, idClaims, type Issued, issuedFor } from './issued-tokens.ts'
import { isServerOrOwnPage } from './page-origin.ts'
import { loadTokens } from './token-context.store.ts'
import { createMachineTokens, type TokenAnswer } from './machine-tokens.ts'
import type { Signed } from './signing-key.ts'
import { type TokenRequest, tokenFormOf, tokenRequestOf } from './token-request.ts'
import { isAlive, type LivingToken } from './token-rules.ts'

type Parts = {
  readonly db: Reads
  readonly settings: Pick<Settings, 'identityUrl' | 'sessionSeconds'>
  readonly clientOf: (name: string) => Promise<Client | undefined>
  readonly signed: Signed
  readonly used: (use: Activity) => void
}

/** The library's words for what somebody else has spent meanwhile, or whose session has ended (T18, T19). */
const spentMeanwhile = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'grant request is invalid' },
} as const

/** A code goes back to where it was asked for, to who asked; of a refresh token neither is said (RFC 6749 §4.1.3). */
const isTheirs = ({ payload }: LivingToken, { redirectUri, verifier }: TokenRequest) =>
  payload['redirectUri'] === redirectUri &&
  (payload['codeChallenge'] === undefined
    ? verifier === undefined
    : payload['codeChallengeMethod'] === 'S256' && isVerified(String(payload['codeChallenge']), verifier))

/** RFC 7636 §4.1, §4.6. */
const isVerified = (challenge: string, verifier = '') => {
  const [left, right] = [Buffer.from(challenge), Buffer.from(hash('sha256', verifier, 'base64url'))]
  return /^[\w.~-]{43,128}$/.test(verifier) && left.length === right.length && timingSafeEqual(left, right)
}

/** Undefined where the provider shall answer. Nothing is written before what it gives is called. */
export const createTokenAnswers = ({ db, settings, clientOf, signed, used }: Parts) => {
  const load = loadTokens(db)
  const living = async (asked: TokenRequest) => {
    const row = await load({ id: asked.token, kind: asked.kind })
    const usual = row && row.consumed === null && !row.hasRules && row.payload.clientId === asked.credentials.name
    return usual && isAlive(row) && isTheirs(row, asked) ? row : undefined
  }
  /** After the token: anyone without one shall not have a secret compared twice. */
  const mayHave = async ({ person }: LivingToken, client: Client, { grantType, credentials, origin }: TokenRequest) =>
    isServerOrOwnPage(client, origin) &&
    client.grantTypeAllowed(grantType) &&
    client.idTokenSignedResponseAlg === 'ES256' &&
    (await isLetIn(client, credentials)) &&
    (await mayOpen(db, { userId: person.id, restricted: person.restricted, client }))

  const write = async ({ kind, token }: TokenRequest, { issued, body }: Prepared): Promise<TokenAnswer> => {
    const tokens = [issued.refresh, issued.access].filter((one) => one !== undefined)
    const writes = { spent: [token], payloads: new Map(tokens.map((one) => [one.id, one])), sessions: new Map() }
    const apply = kind === 'RefreshToken' ? applyGathered : payloads.applyWrites
    if (!(await apply(db, writes))) return spentMeanwhile
    const { accountId: userId, clientId: applicationName, sessionUid } = issued.access.payload
    if (userId && applicationName && sessionUid) used({ userId, applicationName, sessionUid, at: new Date() })
    return { status: 200, body }
  }

  const forPerson = async (asked: TokenRequest | undefined) => {
    const row = asked && (await living(asked))
    const client = row && (await clientOf(asked.credentials.name))
    if (!row || !client || !(await mayHave(row, client, asked))) return undefined
    const idToken = signed(idClaims(row, { client, identityUrl: settings.identityUrl }))
    if (!idToken) return undefined
    const issued = issuedFor(row, client, settings)
    return () => write(asked, { issued, body: answerOf(issued, idToken) })
  }
  const forMachine = createMachineTokens({ identityUrl: settings.identityUrl, clientOf, signed })

  return async (request: FastifyRequest): Promise<(() => Promise<TokenAnswer>) | undefined> => {
    const form = await tokenFormOf(request)
    const machine = form && (await forMachine(form))
    return machine ? async () => machine : form && forPerson(tokenRequestOf(form))
  }
}

type Prepared = { readonly issued: Issued; readonly body: TokenAnswer['body'] }
