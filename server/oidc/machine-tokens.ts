// The usual request of a machine: an application asks with its secret for a token of its own, with some of its scopes
// (RFC 6749 §4.4). The token is a JWT for the portal's API (RFC 9068), kept nowhere. It is answered by the provider's
// rules without its pipeline (docs/decisions/0075); whatever is unusual, and everything that is refused, goes to the
// provider.
import type { Client } from 'oidc-provider'
import { claimsByScope } from './claims.ts'
import { isLetIn } from './client-credentials.ts'
import { newSecret } from './issued-tokens.ts'
import { machineTokenSeconds } from './lifetimes.ts'
import { isServerOrOwnPage } from './page-origin.ts'
import { apiAudience } from './provider-features.ts'
import type { Signed } from './signing-key.ts'
import type { TokenForm } from './token-request.ts'

export type TokenAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

type Parts = {
  readonly identityUrl: string
  readonly clientOf: (name: string) => Promise<Client | undefined>
  readonly signed: Signed
}

/** Of people: who asks for one of these is told by the provider what becomes of it. */
const isOfPeople = (scope: string) => Object.hasOwn(claimsByScope, scope) || scope === 'offline_access'

/** Undefined where something else is shown, or a scope that is not the application's own. */
const scopeOf = ({ scope, ...others }: TokenForm['shown'], client: Client) => {
  const own = String(client['portico:scopes'] ?? '')
    .split(' ')
    .filter(Boolean)
  const asked = new Set(scope?.split(' '))
  const isUsual = Object.keys(others).length === 0 && [...asked].every((one) => own.includes(one) && !isOfPeople(one))
  return isUsual ? { scope: [...asked].join(' ') || undefined } : undefined
}

/** A public application has nothing to show, and gets none. */
const mayAsk = async (client: Client, { credentials, origin }: TokenForm) =>
  client.grantTypeAllowed('client_credentials') &&
  client.clientAuthMethod !== 'none' &&
  isServerOrOwnPage(client, origin) &&
  isLetIn(client, credentials)

/** Undefined where the provider shall answer. */
export const createMachineTokens =
  ({ identityUrl, clientOf, signed }: Parts) =>
  async (form: TokenForm): Promise<TokenAnswer | undefined> => {
    const client = form.grantType === 'client_credentials' ? await clientOf(form.credentials.name) : undefined
    const scoped = client && scopeOf(form.shown, client)
    if (!scoped || !(await mayAsk(client, form))) return undefined
    const iat = Math.floor(Date.now() / 1000)
    const own = { jti: newSecret(), sub: client.clientId, client_id: client.clientId }
    const token = signed(
      { ...own, ...scoped, iat, exp: iat + machineTokenSeconds, iss: identityUrl, aud: apiAudience(identityUrl) },
      'at+jwt',
    )
    if (token === undefined) return undefined
    const body = { access_token: token, expires_in: machineTokenSeconds, ...scoped, token_type: 'Bearer' }
    return { status: 200, body }
  }
