// What an application is made of: its number, its state, its scopes, and how it speaks OpenID Connect.
import { z } from 'zod'
import { languages } from './kernel/language.ts'
import { issue } from './kernel/issue.ts'

/** R3.6-01. Information for anyone who uses the application; it hides nothing. */
export const ApplicationStatus = z.enum(['Running', 'Stopped', 'Maintenance'])
export type ApplicationStatus = z.infer<typeof ApplicationStatus>

/** What the database can number. */
export const ApplicationNumber = z.coerce.number().pipe(z.int32())
export const ByApplication = z.object({ id: ApplicationNumber })

/** A scope of an application's own. */
export const Scope = z
  .string({ error: issue('missing') })
  .min(1, issue('missing'))
  .max(200, issue('field-too-long'))
  .regex(/^[a-z0-9./:_-]+$/, issue('scope-characters'))

export const responseTypes = ['code', 'id_token token', 'id_token', 'code id_token'] as const
export const secretPlaces = ['client_secret_basic', 'client_secret_post'] as const
export const signatures = ['ES256', 'RS256'] as const

/** How an application speaks OpenID Connect. */
export const Protocol = z.object({
  responseTypes: z.array(z.enum(responseTypes)),
  /** Runs where no secret can be kept, in a browser or on a phone: PKCE takes its place. */
  publicClient: z.boolean(),
  /** Installed on a phone or a computer: schemes of its own and any port of the own machine (RFC 8252). */
  native: z.boolean(),
  /** What it was told to do; either place is taken. */
  authMethod: z.enum(secretPlaces),
  idTokenAlg: z.enum(signatures),
  /** Claims under the namespaced URIs as well (R3.1-02). */
  namespacedClaims: z.boolean(),
  /** A machine of it signs in as itself, with `clientScopes`. */
  clientCredentials: z.boolean(),
  clientScopes: z.array(z.string()),
  /** Its people's tokens may call the portal's own API. */
  apiAccess: z.boolean(),
})
export type Protocol = z.infer<typeof Protocol>

/** What holds where nothing was set: people sign in by code, with a secret; nothing else is open. */
export const safeProtocol: Protocol = {
  responseTypes: ['code'],
  publicClient: false,
  native: false,
  authMethod: 'client_secret_basic',
  idTokenAlg: 'ES256',
  namespacedClaims: false,
  clientCredentials: false,
  clientScopes: [],
  apiAccess: false,
}

/** A new application says RS256, OpenID Connect's default: what every library takes. */
export const newProtocol: Protocol = { ...safeProtocol, idTokenAlg: 'RS256' }

export const otherLanguages = z.enum(languages).exclude(['en'])
