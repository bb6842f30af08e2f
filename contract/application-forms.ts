// What is sent to create an application and to change one (R7.5-01).
import { z } from 'zod'
import { ApplicationStatus, otherLanguages, Protocol, Scope } from './application-fields.ts'
import { asRead, required } from './kernel/fields.ts'
import { isNativeAddress, isPageAddress, isRedirectAddress } from './kernel/redirect-address.ts'
import { issue } from './kernel/issue.ts'

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
export const Owners = z
  .array(owner)
  .min(1, issue('owner-missing'))
  .max(100)
  .transform((ids) => [...new Set(ids)])

const displayName = required(200)
const redirectUris = z.array(returnAddress).min(1, issue('missing')).max(200).transform(unique)

const storedFields = {
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
  ...storedFields,
})
export type NewApplication = z.infer<typeof NewApplication>

const changes = {
  name: name.optional(),
  /** Replaces it where it is not empty. */
  sharedSecret: secret.nullish(),
  modifiedOn: asRead,
  ...storedFields,
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
