// What the played server of a portal answers where a spec says nothing else, and who is signed in there.
import type { Problem } from '#contract/kernel/answer.ts'
import { standardPasswordPolicy } from '#contract/kernel/password-policy.ts'
import type { Preview } from '#contract/access-preview.ts'
import type { HubItem } from '#contract/hub.ts'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { ownId } from '#web/ui/own-id.harness.ts'

export const identityUrl = `${location.origin}/identity`

export const config: RuntimeConfig = {
  serviceUrl: 'https://service.example',
  apps: [],
  scopes: 'openid profile identity',
  clientId: 'identity',
  identityServerUrl: identityUrl,
  environment: 'test',
  responseType: 'code',
  companyDomains: ['group.example'],
  passwordPolicy: standardPasswordPolicy,
  helpDesk: { es: { internal: 'https://internal.example/', external: 'https://tickets.example/' } },
  contactUrl: { es: 'https://contact.example/' },
  footer: Object.fromEntries(
    ['es', 'en', 'de'].map((language) => [
      language,
      {
        termsOfUse: `https://legal.example/${language}/terms`,
        dataSubjectRight: `https://legal.example/${language}/rights`,
        cookiePolicy: `https://legal.example/${language}/cookies`,
      },
    ]),
  ),
  companySelection: false,
  externalProvider: true,
  demonstration: false,
}

export const app = (id: number, change: Partial<HubItem> = {}): HubItem => ({
  id,
  title: `App ${id}`,
  description: `About ${id}`,
  name: `app${id}`,
  publicUrl: null,
  privateUrl: `https://apps.example/${id}`,
  prerelease: false,
  hasAccess: true,
  isUserFavorite: false,
  disclaimer: false,
  ...change,
})

export const marta = {
  sub: ownId,
  given_name: 'Marta',
  family_name: 'Oliveira',
  name: 'Marta O.',
  email: 'marta@group.example',
  role: ['User'] as string[],
  area: 'Spain',
  exp_time: undefined as number | undefined,
}

export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

/** What oidc-client-ts keeps of a signed-in user. */
export const userKey = `portico.user:${identityUrl}:identity`
export const storeUser = (claims: object = {}, change: object = {}) =>
  localStorage.setItem(
    userKey,
    JSON.stringify({
      access_token: 'first',
      id_token: 'the-id-token',
      refresh_token: 'refresh',
      token_type: 'Bearer',
      scope: config.scopes,
      profile: { ...marta, ...claims },
      expires_at: inSeconds(900),
      ...change,
    }),
  )

export type SentCall = { method: string; path: string; headers: Headers; body: unknown }
type Answer = { status?: number; body?: unknown; text?: string } | 'network error'
export type Answers = Record<string, Answer | ((sent: SentCall) => Answer | Promise<Answer>)>

export const home = (items: readonly HubItem[], clientPortalAppId: number | null = null, recentFirst = false) => ({
  body: { applications: { items, count: items.length }, clientPortalAppId, recentFirst },
})

export const discovery = {
  issuer: identityUrl,
  authorization_endpoint: `${identityUrl}/oidc/auth`,
  token_endpoint: `${identityUrl}/oidc/token`,
  end_session_endpoint: `${identityUrl}/oidc/session/end`,
  jwks_uri: `${identityUrl}/oidc/jwks`,
}

/** What a change comes to that takes nothing from anybody. */
export const nobodyAffected: Preview = {
  summary: {
    losing: { people: 0, roles: 0 },
    gaining: { people: 0, roles: 0 },
    unchanged: 0,
    noRoleLeft: 0,
    newlySecondFactor: 0,
    tenants: 0,
  },
  stamp: 'nothing',
  items: [],
  count: 0,
}

export const usual: Answers = {
  'GET /identity/.well-known/openid-configuration': { body: discovery },
  'GET /applications/status/identity': { text: 'Running' },
  'GET /admin/applications/homeInfo': home([app(2), app(3)]),
  'GET /profile': {
    body: {
      id: ownId,
      userName: 'marta.oliveira',
      firstName: 'Marta',
      lastName: 'Oliveira',
      displayName: 'Marta Oliveira',
      email: marta.email,
      language: 'en',
      areaName: 'Spain',
      roles: [],
      modifiedOn: '2026-01-01T00:00:00Z',
      avatarVersion: null,
    },
  },
  'GET /profile/sessions': { body: { items: [], count: 0 } },
  'GET /profile/authenticators': { body: { app: null, passkeys: [] } },
  'PUT /profile/language': ({ body }) => ({ body }),
  'GET /admin/notifications/active': { body: { items: [], count: 0, unread: 0 } },
  'GET /admin/tasks/active': { body: { items: [], count: 0 } },
  'POST /admin/applications/favorites': { body: { success: true, errors: [] } },
  'POST /admin/applications/reorder': { body: { success: true, errors: [] } },
  'POST /admin/access/preview': { body: nobodyAffected },
  'POST /identity/oidc/token': {
    body: { access_token: 'renewed', token_type: 'Bearer', expires_in: 900, scope: config.scopes },
  },
}

/** As the server sends what it did not foresee; the log has it under the reference. */
export const broken = {
  status: 500,
  body: {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'unknown',
    message: 'Unknown error',
    messages: ['Unknown error'],
    errors: [],
    reference: 'req-4711',
  } satisfies Problem,
}

export const brokenText = 'Unknown error. Reference: req-4711'
