// The issuer of work accounts that the external sign-in is attacked through: a real OpenID Connect provider.
import '#server/oidc/runtime-name.ts'
import Provider from 'oidc-provider'

export const clientId = 'portico'
export const clientSecret = 'the-secret-of-portico-at-the-issuer'

/** Signs in anyone who asks, with the claims that the test wants told. */
export const issuerFor = (
  url: string,
  { callback, told }: { callback: string; told: () => Record<string, unknown> },
) => {
  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'upn', 'given_name', 'family_name', 'tid'],
    },
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...told(), sub }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new provider.Grant({ clientId, accountId: 'somebody' })
      grant.addOIDCScope([...ctx.oidc.requestParamScopes].join(' '))
      await grant.save()
      return grant
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the test'] },
  })
  return provider
}
