// What every page asks before it can do anything: is the service up, and where is everything.
import { z } from 'zod'
import { endpoints } from './kernel/endpoint.ts'

const LegalLinks = z.object({
  termsOfUse: z.string().optional(),
  dataSubjectRight: z.string().optional(),
  cookiePolicy: z.string().optional(),
})
const HelpDesk = z.object({ internal: z.string().optional(), external: z.string().optional() })

/** R7.2-02; no secret in it, read without signing in. */
export const RuntimeConfig = z.object({
  serviceUrl: z.string(),
  apps: z.array(z.object({ name: z.string(), url: z.string() })),
  /** One space-separated string: the scopes a sign-in must hold (R4.1-04). */
  scopes: z.string(),
  clientId: z.string(),
  identityServerUrl: z.string(),
  environment: z.string(),
  /** How the browser signs in: authorization code + PKCE, or the specification's implicit form. */
  responseType: z.enum(['code', 'id_token token']),
  /** Mail domains that must use Office 365. */
  companyDomains: z.array(z.string()),
  /** The rules of a password that are in force. */
  passwordPolicy: z.object({
    least: z.int(),
    uppercase: z.boolean(),
    lowercase: z.boolean(),
    number: z.boolean(),
    symbol: z.boolean(),
    maxAgeDays: z.int(),
    remembered: z.int(),
  }),
  /** Each per language; another language reads `es` (R2.4-23). What is not set has no link. */
  helpDesk: z.record(z.string(), HelpDesk),
  contactUrl: z.record(z.string(), z.string()),
  footer: z.record(z.string(), LegalLinks),
  companySelection: z.boolean(),
  externalProvider: z.boolean(),
  /** Only on a demonstration server. */
  demonstration: z.boolean(),
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

export const runtime = endpoints({
  online: {
    method: 'GET',
    path: '/online',
    access: 'anyone',
    summary: 'Answers true while the service is up.',
    output: z.literal(true),
  },
  ready: {
    method: 'GET',
    path: '/ready',
    access: 'anyone',
    summary:
      'Answers true while calls can be answered: with the database, and until the server is told to stop. Else 503.',
    output: z.literal(true),
  },
  config: {
    method: 'GET',
    path: '/config',
    access: 'anyone',
    summary: 'Where the services are and how to sign in.',
    output: RuntimeConfig,
  },
})
