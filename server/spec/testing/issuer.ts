// A work account provider for specs: another real OpenID Connect issuer on the loopback, whose sign-in page lets in
// anyone who the spec says, with the claims the spec says.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import '#server/oidc/runtime-name.ts'
import { type Adapter, type AdapterPayload, interactionPolicy, Provider } from 'oidc-provider'
import { freePort } from './portico.ts'

export type WorkAccount = { sub: string } & Record<string, unknown>

const memory = () => {
  const stored = new Map<string, AdapterPayload>()
  return (kind: string): Adapter => {
    const key = (id: string) => `${kind}:${id}`
    return {
      upsert: async (id, payload) => void stored.set(key(id), payload),
      find: async (id) => stored.get(key(id)),
      findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => void stored.set(key(id), { ...stored.get(key(id)), consumed: 1 }),
      destroy: async (id) => void stored.delete(key(id)),
      revokeByGrantId: async () => undefined,
    }
  }
}

const promptsWithAccountPicker = () => {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  prompts.get('consent')?.checks.clear()
  return prompts
}

/** `redirectUris` is asked when a client is looked up, so that the relying party may be started afterwards. */
export const startIssuer = async ({ redirectUris }: { redirectUris: () => string[] }) => {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const people = new Map<string, WorkAccount>()
  let next: WorkAccount | 'refuses' = 'refuses'
  const stored = memory()
  const provider = new Provider(issuer, {
    adapter: (kind: string) => (kind === 'Client' ? clients(stored(kind), redirectUris) : stored(kind)),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'work', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['work'] },
    claims: {
      openid: ['sub', 'upn'],
      profile: ['preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => people.get(sub) ?? { sub } }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.account?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    interactions: { policy: promptsWithAccountPicker(), url: (_ctx, { uid }) => `/interaction/${uid}` },
  })
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    const result =
      next === 'refuses' ? { error: 'access_denied' } : { select_account: {}, login: { accountId: next.sub } }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    issuer,
    /** Who signs in next. */
    letIn: (account: WorkAccount | 'refuses') => {
      next = account
      if (account !== 'refuses') people.set(account.sub, account)
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

const clients = (adapter: Adapter, redirectUris: () => string[]): Adapter => ({
  ...adapter,
  find: async (id) =>
    id === 'portico'
      ? {
          client_id: id,
          client_secret: 'work-secret',
          redirect_uris: redirectUris(),
          grant_types: ['authorization_code'],
          response_types: ['code'],
          token_endpoint_auth_method: 'client_secret_post',
        }
      : undefined,
})
