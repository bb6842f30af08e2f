// The usual call of the userinfo endpoint: a living access token in the header, and nothing else. It is answered by the
// provider's rules without its pipeline, in half of the processor time (docs/decisions/0055). Whatever is unusual, and
// everything that is refused, goes to the provider.
import type { FastifyRequest } from 'fastify'
import type { Client } from 'oidc-provider'
import { isPersonal } from '#server/features/access-tokens/access-tokens.public.ts'
import type { Reads } from '#server/kernel/context.ts'
import { mayOpen } from './access-policy.ts'
import { isServerOrOwnPage } from './page-origin.ts'
import { loadTokens } from './token-context.store.ts'
import { claimsOf, grantedScopes, isAlive, ofScopes } from './token-rules.ts'

const address = '/identity/connect/userinfo'

const usualToken = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && url === address ? /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1] : undefined

type Parts = {
  readonly db: Reads
  readonly identityUrl: string
  readonly clientOf: (name: string) => Promise<Client | undefined>
}

/** Undefined where the provider shall answer. */
export const createUserinfo = ({ db, identityUrl, clientOf }: Parts) => {
  const load = loadTokens(db)
  const living = async (token: string | undefined) => {
    const row = token && !isPersonal(token) ? await load({ id: token, kind: 'AccessToken' }) : undefined
    return row && isAlive(row) ? row : undefined
  }
  return async (request: FastifyRequest): Promise<Record<string, unknown> | undefined> => {
    const row = await living(usualToken(request))
    const client = row && (await clientOf(row.payload.clientId ?? ''))
    if (!row || !client || client.userinfoSignedResponseAlg) return undefined
    if (!isServerOrOwnPage(client, request.headers.origin)) return undefined
    const { person } = row
    if (!(await mayOpen(db, { userId: person.id, restricted: person.restricted, client }))) return undefined
    const granted = grantedScopes(row)
    return ofScopes(granted, claimsOf(row, granted.join(' '), { client, identityUrl }))
  }
}
