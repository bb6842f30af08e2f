// Applications: what people sign in to (R3.5-01, R7.5-01, domain-model 2.6).
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { asRead, Nothing, required } from './kernel/fields.ts'
import { languages } from './kernel/language.ts'
import { ListQuery, pageOf } from './kernel/page.ts'
import { isNativeAddress, isPageAddress, isRedirectAddress } from './kernel/redirect-address.ts'
import { issue } from './kernel/issue.ts'

/** R3.6-01. Information for whoever uses the application; it hides nothing. */
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

export const ApplicationOwner = z.object({ id: z.uuid(), userName: z.string(), displayName: z.string() })
export type ApplicationOwner = z.infer<typeof ApplicationOwner>

const otherLanguages = z.enum(languages).exclude(['en'])

export const Application = z.object({
  id: z.int32(),
  /** The application id, which is the client id of OpenID Connect. */
  name: z.string(),
  displayName: z.string(),
  title: z.string(),
  description: z.string(),
  descriptions: z.partialRecord(otherLanguages, z.string()),
  redirectUris: z.array(z.string()),
  postLogoutUris: z.array(z.string()),
  backchannelLogoutUri: z.string().nullable(),
  /** Known to whoever entered it, and never told again. */
  sharedSecret: z.null(),
  enabled: z.boolean(),
  hideInUserList: z.boolean(),
  status: ApplicationStatus,
  owners: z.array(ApplicationOwner),
  privateUrl: z.string().nullable(),
  publicUrl: z.string().nullable(),
  prerelease: z.boolean(),
  protocol: Protocol,
  /** Applications that may introspect the access tokens of this one, by their names; itself always may. */
  introspectors: z.array(z.string()),
  /** Lets in only people with a role of it; otherwise everybody, whose tokens may say no role. */
  requiresRole: z.boolean(),
  /** One of the portal's own two: neither deleted, renamed nor disabled. */
  system: z.boolean(),
  userIsOwner: z.boolean(),
  /** Changes with the icon; null where there is none. */
  iconVersion: z.string().nullable(),
  modifiedOn: z.iso.datetime(),
})
export type Application = z.infer<typeof Application>

/** What an owner sees of it, whatever other role they have. */
export const OwnedApplication = Application.pick({
  id: true,
  name: true,
  displayName: true,
  owners: true,
  userIsOwner: true,
  iconVersion: true,
  modifiedOn: true,
})
export type OwnedApplication = z.infer<typeof OwnedApplication>

/** RFC 6749 appendix A.1: what a client id may be made of. Names that every object has already are nobody's. */
const name = z
  .string({ error: issue('application-id-missing') })
  .trim()
  .min(1, issue('application-id-missing'))
  .max(200, issue('application-id-too-long'))
  .regex(/^[\x20-\x7e]*$/, issue('application-id-characters'))
  .refine((text) => !(text in {}), issue('application-id-reserved'))

const address = z
  .string()
  .trim()
  .max(2000, { error: issue('uri-too-long'), abort: true })
const redirectAddress = address.refine(isRedirectAddress, issue('redirect-uri-not-valid'))
/** Whose scheme it may be depends on the kind of application, which is decided with the whole of it. */
const returnAddress = address.refine(
  (text) => isRedirectAddress(text) || isNativeAddress(text),
  issue('redirect-uri-not-valid'),
)
const unique = <T>(all: readonly T[]) => [...new Set(all)]
const returnAddresses = z.array(returnAddress).max(200).transform(unique)
const pageAddress = z
  .string()
  .trim()
  .max(2000, { error: issue('uri-too-long'), abort: true })
  .refine(isPageAddress, issue('uri-not-valid'))

/** Blank and null clear it, absent leaves it. */
const emptied = (text: unknown) => (text === undefined ? undefined : text === null || text === '' ? null : text)
const clearable = (address: z.ZodType<string, string>) => z.preprocess(emptied, address.nullable().optional())

const ProtocolChange = Protocol.extend({
  responseTypes: Protocol.shape.responseTypes.min(1, issue('missing')).transform((all) => [...new Set(all)]),
  clientScopes: z.array(Scope).max(200),
}).partial()

/** An owner as an id, or as it was read. */
const owner = z.union([z.uuid(), z.object({ id: z.uuid() }).transform(({ id }) => id)])
const Owners = z
  .array(owner, { error: issue('missing') })
  .min(1, issue('owner-missing'))
  .max(100)
  .transform((ids) => [...new Set(ids)])

const displayName = required(200)
const redirectUris = z
  .array(returnAddress, { error: issue('missing') })
  .min(1, issue('missing'))
  .max(200)
  .transform(unique)

const kept = {
  /** Shown in the hub; the displayName where it is blank. */
  title: z.string().trim().max(200, issue('field-too-long')).nullish(),
  description: z.string().trim().max(1000, issue('field-too-long')).optional(),
  descriptions: z.partialRecord(otherLanguages, z.string().trim().max(1000, issue('field-too-long'))).optional(),
  postLogoutUris: returnAddresses.optional(),
  backchannelLogoutUri: clearable(redirectAddress),
  enabled: z.boolean().optional(),
  hideInUserList: z.boolean().optional(),
  status: ApplicationStatus.optional(),
  publicUrl: clearable(pageAddress),
  prerelease: z.boolean().optional(),
  protocol: ProtocolChange.optional(),
  introspectors: z.array(z.string().trim().min(1).max(200)).max(100).transform(unique).optional(),
  requiresRole: z.boolean().optional(),
  owners: Owners.optional(),
}

export const leastSecret = 16
export const mostSecret = 128
/** RFC 6749 appendix A.2, and long enough not to be guessed. Blank is none. */
export const isSecret = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) && text.length >= leastSecret && text.length <= mostSecret
const secret = z
  .string({ error: issue('secret-missing') })
  .refine((text) => text.trim() === '' || isSecret(text), issue('secret-not-valid'))

export const NewApplication = z.object({
  /** Numbers are given by the server; one that is taken is refused. */
  id: z.int32().optional(),
  name,
  displayName,
  redirectUris,
  /** Of an application with a secret; a public one has none. */
  sharedSecret: secret.nullish(),
  privateUrl: clearable(pageAddress),
  ...kept,
})
export type NewApplication = z.infer<typeof NewApplication>

const changes = {
  name: name.optional(),
  /** Replaces it where it is not empty. */
  sharedSecret: secret.nullish(),
  modifiedOn: asRead,
  ...kept,
}
export const ApplicationSettings = z.object({
  ...changes,
  displayName,
  redirectUris,
  privateUrl: z
    .string({ error: issue('missing') })
    .trim()
    .min(1, { error: issue('missing'), abort: true })
    .pipe(pageAddress),
})
export const ApplicationChange = ApplicationSettings.partial()
export type ApplicationChange = z.infer<typeof ApplicationChange>

/** What a person accepts before using the application, in each language. */
export const DisclaimerTexts = z.partialRecord(
  z.enum(languages),
  z.string().trim().max(20_000, issue('disclaimer-too-long')),
)
export const Disclaimer = z.object({
  texts: DisclaimerTexts,
  /** Who accepted an earlier one is asked again. */
  version: z.int(),
  /** Its own, not the application's. */
  modifiedOn: z.iso.datetime(),
})
export type Disclaimer = z.infer<typeof Disclaimer>

/** Who changes the owners of every application, and not only of their own. */
export const everyOwner = { access: anyOf('God') } as const

const iconFile = { accept: ['.png', '.jpg', '.jpeg', '.webp', '.gif'], mostBytes: 2_097_152 } as const
const administrators = anyOf('Administrator')
const path = '/admin/applications/:id'

export const applications = endpoints({
  list: {
    method: 'GET',
    path: '/admin/applications',
    access: administrators,
    summary: 'The applications, by displayName (R9-16).',
    query: ListQuery,
    output: pageOf(Application),
  },
  owned: {
    method: 'GET',
    path: '/admin/applications/owned',
    access: 'signed-in',
    summary: 'Whose owners the caller may change: their own, for God all; never the portal’s own two (A-69).',
    query: ListQuery,
    output: pageOf(OwnedApplication),
  },
  create: {
    method: 'POST',
    path: '/admin/applications',
    access: administrators,
    summary: 'A new application; its creator owns it. The secret is kept as a hash.',
    input: NewApplication,
    output: Application,
  },
  get: {
    method: 'GET',
    path,
    access: administrators,
    summary: 'One application.',
    params: ByApplication,
    output: Application,
  },
  save: {
    method: 'PUT',
    path,
    access: administrators,
    summary: 'The application as it shall be; what is absent stays.',
    params: ByApplication,
    input: ApplicationSettings,
    output: Application,
  },
  change: {
    method: 'PATCH',
    path,
    access: administrators,
    summary: 'Only what differs (JSON merge patch).',
    params: ByApplication,
    input: ApplicationChange,
    output: Application,
  },
  remove: {
    method: 'DELETE',
    path,
    access: administrators,
    summary: 'By an owner only, and never one of the portal’s own; its roles, tokens and grants go with it.',
    params: ByApplication,
    output: Nothing,
  },
  owners: {
    method: 'PUT',
    path: `${path}/owners`,
    access: 'signed-in',
    summary: 'Who owns it: changed by an owner or by God, whatever other role they have (A-69).',
    params: ByApplication,
    input: z.object({ owners: Owners, modifiedOn: asRead }),
    output: Application,
  },
  icon: {
    method: 'PUT',
    path: `${path}/icon`,
    access: administrators,
    summary: 'Its icon, drawn anew as a PNG of 256 pixels.',
    params: ByApplication,
    upload: iconFile,
    output: Application,
  },
  uploadIcon: {
    method: 'POST',
    path: `${path}/icon`,
    access: administrators,
    summary: 'The same, for forms.',
    params: ByApplication,
    upload: iconFile,
    output: Application,
  },
  removeIcon: {
    method: 'DELETE',
    path: `${path}/icon`,
    access: administrators,
    summary: 'Without an icon it is shown by its first letters.',
    params: ByApplication,
    output: Application,
  },
  disclaimer: {
    method: 'GET',
    path: `${path}/disclaimer`,
    access: administrators,
    summary: 'Its disclaimer in each language.',
    params: ByApplication,
    output: Disclaimer,
  },
  saveDisclaimer: {
    method: 'PUT',
    path: `${path}/disclaimer`,
    access: administrators,
    summary: 'The texts as they shall be; acceptances stay unless they shall be asked for again.',
    params: ByApplication,
    input: z.object({ texts: DisclaimerTexts, askAgain: z.boolean().default(false), modifiedOn: asRead }),
    output: Disclaimer,
  },
  setStatus: {
    method: 'PUT',
    path: `${path}/:status`,
    access: administrators,
    summary: 'Running, Stopped or Maintenance.',
    params: ByApplication.extend({ status: ApplicationStatus }),
    output: Application,
  },
})
