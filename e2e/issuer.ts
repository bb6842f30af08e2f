// The work account of the journeys: a second, real OpenID Connect issuer, whose page asks for an e-mail address.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import '../server/oidc/runtime-name.ts'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'

const client = { id: 'portico', secret: 'work-secret' }

/** Where the issuer sends people back to is known once the portal has its port. */
const storage = (redirectUri: () => string) => {
  const stored = new Map<string, AdapterPayload>()
  const ours = () => ({
    client_id: client.id,
    client_secret: client.secret,
    redirect_uris: [redirectUri()],
    token_endpoint_auth_method: 'client_secret_post' as const,
  })
  return (kind: string): Adapter => ({
    upsert: async (id, payload) => void stored.set(`${kind}:${id}`, payload),
    find: async (id) => (kind === 'Client' && id === client.id ? ours() : stored.get(`${kind}:${id}`)),
    findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void stored.set(`${kind}:${id}`, { ...stored.get(`${kind}:${id}`), consumed: 1 }),
    destroy: async (id) => void stored.delete(`${kind}:${id}`),
    revokeByGrantId: async () => undefined,
  })
}

const seconds = 300

const settings = async (redirectUri: () => string): Promise<Configuration> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    adapter: storage(redirectUri),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'work', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['work'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    findAccount: async (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: sub, email_verified: true }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.account?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    ttl: {
      AccessToken: seconds,
      AuthorizationCode: seconds,
      Grant: seconds,
      IdToken: seconds,
      Interaction: seconds,
      Session: seconds,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  }
}

const form = `<!doctype html><html lang="en"><title>Work account</title><form method="post">
  <label>Work e-mail <input name="email" type="email"></label> <button>Continue</button></form></html>`

const bodyOf = async (request: IncomingMessage) => {
  let body = ''
  for await (const part of request) body += part
  return new URLSearchParams(body)
}

const ask = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'POST') return response.writeHead(200, { 'content-type': 'text/html' }).end(form)
  const accountId = (await bodyOf(request)).get('email') ?? ''
  return provider.interactionFinished(request, response, { login: { accountId, remember: false } })
}

export const startIssuer = async (port: number, redirectUri: () => string) => {
  const issuer = `http://localhost:${port}`
  const provider = new Provider(issuer, await settings(redirectUri))
  const answer = provider.callback()
  const server = createServer((request, response) => {
    void (request.url?.startsWith('/interaction/') ? ask(provider, request, response) : answer(request, response))
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    environment: {
      PORTICO_MICROSOFT_ISSUER: issuer,
      PORTICO_MICROSOFT_CLIENT_ID: client.id,
      PORTICO_MICROSOFT_CLIENT_SECRET: client.secret,
    },
    stop: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}
