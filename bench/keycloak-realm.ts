// A realm of Keycloak that does what Portico does in the same benchmark: tokens signed with ES256, refresh tokens that
// rotate, the same people and clients. All else is as Keycloak comes, its hash of passwords too.
import { benchPassword, benchPeople, benchSecret } from './people.ts'

export const realm = 'bench'
export const redirectUri = 'http://localhost/callback'

const key = (providerId: string, config: Readonly<Record<string, string>>) => ({
  name: providerId,
  providerId,
  config: Object.fromEntries(Object.entries({ priority: '100', ...config }).map(([name, value]) => [name, [value]])),
})

const client = (clientId: string, more: object) => ({
  clientId,
  enabled: true,
  protocol: 'openid-connect',
  standardFlowEnabled: false,
  ...more,
})

const person = (n: number) => ({
  username: `bench${n}`,
  email: `bench${n}@people.example`,
  emailVerified: true,
  enabled: true,
  firstName: 'Ben',
  lastName: 'Chmark',
  credentials: [{ type: 'password', value: benchPassword }],
})

export const realmFile = () => ({
  realm,
  enabled: true,
  sslRequired: 'none',
  defaultSignatureAlgorithm: 'ES256',
  // Longer than the benchmark takes.
  accessTokenLifespan: 3_600,
  revokeRefreshToken: true,
  refreshTokenMaxReuse: 0,
  components: {
    'org.keycloak.keys.KeyProvider': [
      key('ecdsa-generated', { ecdsaEllipticCurveKey: 'P-256' }),
      key('hmac-generated', { algorithm: 'HS512' }),
      key('aes-generated', {}),
    ],
  },
  clients: [
    client('identity', {
      publicClient: true,
      standardFlowEnabled: true,
      redirectUris: [redirectUri],
      attributes: { 'pkce.code.challenge.method': 'S256' },
    }),
    client('machine', { secret: benchSecret, serviceAccountsEnabled: true }),
  ],
  users: Array.from({ length: benchPeople }, (_, index) => person(index + 1)),
})
