// Applications: what people sign in to (R3.5-01, R7.5-01, domain-model 2.6).
import { z } from 'zod'
import { ApplicationStatus, ByApplication, otherLanguages, Protocol } from './application-fields.ts'
import { ApplicationChange, ApplicationSettings, NewApplication, Owners } from './application-forms.ts'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { asRead, Nothing } from './kernel/fields.ts'
import { languages } from './kernel/language.ts'
import { ListQuery, pageOf } from './kernel/page.ts'
import { issue } from './kernel/issue.ts'

export const ApplicationOwner = z.object({ id: z.uuid(), userName: z.string(), displayName: z.string() })
export type ApplicationOwner = z.infer<typeof ApplicationOwner>

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
  /** Known to anyone who entered it, and never told again. */
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

/** What a person accepts before using the application, in each language. */
const DisclaimerTexts = z.partialRecord(z.enum(languages), z.string().trim().max(20_000, issue('disclaimer-too-long')))
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

const proofOfChange = 'Other owners and a new redirect address want the proof, too.'
const iconFile = { accept: ['.png', '.jpg', '.jpeg', '.webp', '.gif'], mostBytes: 2_097_152 } as const
const administrators = anyOf('Administrator')
const path = '/admin/applications/:id'
const withIcon = { access: administrators, params: ByApplication, upload: iconFile, output: Application } as const

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
    stepUp: 'sharedSecret',
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
    stepUp: 'sharedSecret',
    summary: `The application as it shall be; what is absent stays. ${proofOfChange}`,
    params: ByApplication,
    input: ApplicationSettings,
    output: Application,
  },
  change: {
    method: 'PATCH',
    path,
    access: administrators,
    stepUp: 'sharedSecret',
    summary: `Only what differs (JSON merge patch). ${proofOfChange}`,
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
    stepUp: true,
    summary: 'Who owns it: changed by an owner or by God, whatever other role they have (A-69).',
    params: ByApplication,
    input: z.object({ owners: Owners, modifiedOn: asRead }),
    output: Application,
  },
  icon: {
    method: 'PUT',
    path: `${path}/icon`,
    summary: 'Its icon, drawn anew as a PNG of 256 pixels.',
    ...withIcon,
  },
  uploadIcon: {
    method: 'POST',
    path: `${path}/icon`,
    summary: 'The same, for forms.',
    ...withIcon,
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
