// What an integrator copies: the settings of common libraries, filled in with this application's. Code is not
// translated.
import type { Application } from '#contract/applications.ts'

export const snippetKinds = ['server', 'browser', 'machine', 'apache', 'spring'] as const
type SnippetKind = (typeof snippetKinds)[number]

export const discoveryOf = (issuer: string) => `${issuer}/.well-known/openid-configuration`

/** JavaScript, YAML and Apache all read a JSON string. */
const quoted = (text: string) => JSON.stringify(text)
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

type SnippetParts = { readonly issuer: string; readonly application: Application }

const callbackOf = ({ redirectUris }: Application) => redirectUris[0] ?? 'https://…/callback'

const scopesOf = ({ protocol }: Application) =>
  protocol.responseTypes.includes('code') ? 'openid profile email offline_access' : 'openid profile email'

const browser = ({ issuer, application }: SnippetParts) => `// npm install oidc-client-ts
import { UserManager } from 'oidc-client-ts'

const users = new UserManager({
  authority: ${quoted(issuer)},
  client_id: ${quoted(application.name)},
  redirect_uri: ${quoted(callbackOf(application))},
  post_logout_redirect_uri: ${quoted(application.postLogoutUris[0] ?? callbackOf(application))},
  response_type: ${quoted(application.protocol.responseTypes[0] ?? 'code')},
  scope: ${quoted(scopesOf(application))},
})

// Where somebody is needed:
await users.signinRedirect()

// At the redirect address:
const user = await users.signinCallback()
console.log(user.profile.sub, user.profile.role)
`

const authentication = ({ protocol }: Application) => {
  if (protocol.publicClient) return 'client.None()'
  const how = protocol.authMethod === 'client_secret_post' ? 'ClientSecretPost' : 'ClientSecretBasic'
  return `client.${how}(clientSecret)`
}

const server = ({ issuer, application }: SnippetParts) => `// npm install openid-client
import * as client from 'openid-client'

const config = await client.discovery(
  new URL(${quoted(issuer)}),
  ${quoted(application.name)},
  { id_token_signed_response_alg: ${quoted(application.protocol.idTokenAlg)} },
  ${authentication(application)},
)

// Begin; keep these three in the person's session.
const codeVerifier = client.randomPKCECodeVerifier()
const state = client.randomState()
const nonce = client.randomNonce()
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: ${quoted(callbackOf(application))},
  scope: ${quoted(scopesOf(application))},
  code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
  code_challenge_method: 'S256',
  state,
  nonce,
})

// At the redirect address:
const tokens = await client.authorizationCodeGrant(config, currentUrl, {
  pkceCodeVerifier: codeVerifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
})
console.log(tokens.claims().sub, tokens.claims().role)
`

const machine = ({ issuer, application: { name, protocol } }: SnippetParts) => {
  const inBody = protocol.authMethod === 'client_secret_post'
  const lines = [
    `curl ${inShell(`${issuer}/connect/token`)}`,
    ...(inBody ? [] : [`--user ${inShell(`${encodeURIComponent(name)}:`)}"$CLIENT_SECRET"`]),
    '--data grant_type=client_credentials',
    `--data-urlencode ${inShell(`scope=${protocol.clientScopes.join(' ')}`)}`,
    ...(inBody
      ? [`--data-urlencode ${inShell(`client_id=${name}`)}`, '--data-urlencode "client_secret=$CLIENT_SECRET"']
      : []),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

const apache = ({ issuer, application }: SnippetParts) => {
  const { publicClient, authMethod } = application.protocol
  return `# mod_auth_openidc
OIDCProviderMetadataURL ${quoted(discoveryOf(issuer))}
OIDCClientID ${quoted(application.name)}
${publicClient ? 'OIDCProviderTokenEndpointAuth none' : `OIDCClientSecret "\${CLIENT_SECRET}"\nOIDCProviderTokenEndpointAuth ${authMethod}`}
OIDCRedirectURI ${quoted(callbackOf(application))}
OIDCCryptoPassphrase "\${CRYPTO_PASSPHRASE}"
OIDCPKCEMethod S256
OIDCScope ${quoted(scopesOf(application))}
OIDCRemoteUserClaim sub

<Location "/">
  AuthType openid-connect
  # One of its roles; "Require valid-user" lets in everybody who is signed in.
  Require claim role:Member
</Location>
`
}

const spring = ({ issuer, application }: SnippetParts) => {
  const { publicClient, authMethod, idTokenAlg } = application.protocol
  const es256 =
    idTokenAlg === 'ES256'
      ? '# ES256: give OidcIdTokenDecoderFactory SignatureAlgorithm.ES256; it expects RS256.\n'
      : ''
  const secret = publicClient ? '' : '            client-secret: ${CLIENT_SECRET}\n'
  return `# application.yml; Spring answers at /login/oauth2/code/portico: register that address
${es256}spring:
  security:
    oauth2:
      client:
        registration:
          portico:
            client-id: ${quoted(application.name)}
${secret}            client-authentication-method: ${publicClient ? 'none' : authMethod}
            authorization-grant-type: authorization_code
            redirect-uri: ${quoted(callbackOf(application))}
            scope: openid, profile, email
        provider:
          portico:
            issuer-uri: ${quoted(issuer)}
            user-name-attribute: preferred_username
`
}

const snippets = { browser, server, machine, apache, spring }

export const snippetOf = (kind: SnippetKind, parts: SnippetParts): string => snippets[kind](parts)

/** Where somebody most likely begins. */
export const likelyKind = ({ protocol }: Application): SnippetKind => {
  if (protocol.publicClient) return 'browser'
  return protocol.clientCredentials ? 'machine' : 'server'
}

/** What has to be changed first, as a key of the texts. */
export const unfit = (kind: SnippetKind, { protocol }: Application): 'unfitBrowser' | 'unfitMachine' | undefined => {
  if (kind === 'browser' && !protocol.publicClient) return 'unfitBrowser'
  return kind === 'machine' && !protocol.clientCredentials ? 'unfitMachine' : undefined
}
