// The code that the usual authorization request gets, its grant, and what the session holds for the
// application, as the provider would make and keep them (docs/decisions/0071).
import type { payloads } from '#server/features/sessions/sessions.public.ts'
import type { Settings } from '#server/kernel/context.ts'
import { newSecret, saved } from './issued-tokens.ts'
import { codeSeconds } from './lifetimes.ts'
import type { Opening } from './opening.ts'
import { scopesOfGrant } from './token-rules.ts'

export type IssuedCode = {
  readonly code: payloads.NewPayload
  /** A new one, where there was none. */
  readonly grant: payloads.NewPayload | undefined
  /** An application keeps its `sid` for as long as the session lasts. */
  readonly authorization: { readonly sid: string; readonly grantId: string }
}

/** OpenID Connect Core §3.1.2.5. */
export const codeFor = (opening: Opening, { sessionSeconds }: Pick<Settings, 'sessionSeconds'>): IssuedCode => {
  const { asked, client, session, authorization: before } = opening
  const { clientId, challenge, nonce, redirectUri } = asked
  const whose = { accountId: session.accountId, clientId }
  const scope = scopeOf(opening)
  const grant = opening.grant ? undefined : saved(sessionSeconds, { ...whose, kind: 'Grant', openid: { scope } })
  const authorization = {
    sid: newSecret(),
    ...before,
    ...(grant && { grantId: grant.id }),
  } as IssuedCode['authorization']
  const code = saved(codeSeconds, {
    ...{ ...whose, scope, nonce, redirectUri, grantId: authorization.grantId, sessionUid: session.uid },
    ...{ acr: session['acr'], amr: session['amr'], authTime: session['loginTs'] },
    kind: 'AuthorizationCode',
    codeChallenge: challenge,
    codeChallengeMethod: challenge && 'S256',
    sid: client.backchannelLogoutUri && authorization.sid,
    expiresWithSession: true,
  })
  return { code, grant, authorization }
}

/** What is asked for, in the order of the grant. */
const scopeOf = ({ asked, grant }: Opening) =>
  (grant ? scopesOfGrant(grant).filter((scope) => asked.scopes.includes(scope)) : asked.scopes).join(' ')
