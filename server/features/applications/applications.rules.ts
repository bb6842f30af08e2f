// What a change makes of an application, and what no change may do. Values in, values out.
import { safeProtocol } from '#contract/application-fields.ts'
import type { ApplicationChange } from '#contract/application-forms.ts'
import type { Application } from '#contract/applications.ts'
import { isAddressOfNative, isRedirectAddress } from '#contract/kernel/redirect-address.ts'
import type { ApplicationFields } from './applications.events.ts'
import type { ApplicationRow } from './catalogue.store.ts'
import type { Issue } from '#server/kernel/issue.ts'

type Fields = Omit<ApplicationChange, 'sharedSecret' | 'owners' | 'modifiedOn'>

/** A blank text takes its language away. */
const merged = (
  before: ApplicationRow['descriptions'],
  update: ApplicationRow['descriptions'] = {},
): ApplicationRow['descriptions'] =>
  Object.fromEntries(Object.entries({ ...before, ...update }).filter(([, text]) => text))

/** Absent members stay; a blank title is the displayName. */
export const withChange = (
  before: ApplicationRow,
  { protocol, title, descriptions, ...update }: Fields,
): ApplicationRow => {
  const present = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined))
  const after: ApplicationRow = {
    ...before,
    ...present,
    protocol: { ...before.protocol, ...protocol },
    descriptions: merged(before.descriptions, descriptions),
  }
  return { ...after, title: title === undefined ? before.title : title || after.displayName }
}

/** Anyone who has no secret is a public client, said or not. */
export const shownApplication = (
  { hasSecret, protocol, modifiedOn, ...row }: ApplicationRow,
  callerId: string | undefined,
): Application => ({
  ...row,
  sharedSecret: null,
  protocol: { ...safeProtocol, publicClient: !hasSecret, ...protocol },
  userIsOwner: row.owners.some(({ id }) => id === callerId),
  modifiedOn: modifiedOn.toISOString(),
})

/** What administrators may change of the portal's own two applications; the rest belongs to the installation. */
const openOfSystem: readonly string[] = ['description', 'descriptions', 'status', 'publicUrl', 'modifiedOn']

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** The first field that nobody changes of a system application. */
export const closedField = (before: Application, after: Application): string | undefined =>
  before.system
    ? (Object.keys(after) as (keyof Application)[]).find(
        (name) => !openOfSystem.includes(name) && differs(before[name], after[name]),
      )
    : undefined

/** Where codes of a sign-in could go that they did not go to before: whoever reads them there is the person. */
export const leadsElsewhere = (before: ApplicationRow, after: ApplicationRow): boolean =>
  after.redirectUris.some((address) => !before.redirectUris.includes(address))

/** What the provider could not serve. */
export const protocolFault = (row: ApplicationRow): Issue | undefined =>
  row.system ? undefined : (secretFault(row) ?? nativeFault(row) ?? addressFault(row))

const secretFault = ({ protocol, hasSecret }: ApplicationRow): Issue | undefined => {
  if (protocol.publicClient === false && !hasSecret) return { field: 'sharedSecret', code: 'secret-missing' }
  if (protocol.publicClient && protocol.clientCredentials)
    return { field: 'protocol.clientCredentials', code: 'public-client-without-secret' }
  return undefined
}

/** RFC 8252 §8.1, §8.2: the code flow with PKCE, and no secret, which everybody could read out of the program. */
const nativeFault = ({ protocol }: ApplicationRow): Issue | undefined => {
  if (!protocol.native) return undefined
  if (!protocol.publicClient) return { field: 'protocol.native', code: 'native-with-secret' }
  return (protocol.responseTypes ?? ['code']).some((type) => type !== 'code')
    ? { field: 'protocol.responseTypes', code: 'native-without-code' }
    : undefined
}

/** Own schemes are for native applications only (T4). */
const addressFault = ({ protocol, redirectUris, postLogoutUris }: ApplicationRow): Issue | undefined => {
  const fits = protocol.native ? isAddressOfNative : isRedirectAddress
  for (const [name, addresses] of Object.entries({ redirectUris, postLogoutUris })) {
    const wrong = addresses.findIndex((address) => !fits(address))
    if (wrong >= 0)
      return { field: `${name}.${wrong}`, code: protocol.native ? 'native-uri-not-valid' : 'redirect-uri-not-valid' }
  }
  return undefined
}

/** As the audit log keeps it: without what only the caller sees, and under names that are no secrets'. */
export const auditedFields = ({
  sharedSecret: _s,
  userIsOwner: _o,
  protocol: { idTokenAlg, ...protocol },
  ...application
}: Application): ApplicationFields => ({
  ...application,
  protocol: { ...protocol, signature: idTokenAlg },
})

/** Before and after, of what differs only. */
export const differences = (before: ApplicationFields, after: ApplicationFields) => {
  const changed = (Object.keys(after) as (keyof ApplicationFields)[]).filter(
    (name) => name !== 'modifiedOn' && differs(before[name], after[name]),
  )
  const of = (fields: ApplicationFields): Partial<ApplicationFields> =>
    Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return { before: of(before), after: of(after) }
}
