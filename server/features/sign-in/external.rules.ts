// Whom an external sign-in lets in, and why not.
import type { SignInReason } from '#contract/log-reasons.ts'
import type { ExternalRefusal } from '#contract/sign-in.ts'
import type { Account } from '#server/features/accounts/accounts.public.ts'
import { isCompanyAddress } from './sign-in.rules.ts'

/** For the page that says why, and for the log. Only the person themselves is told: the provider vouches for them. */
export type RefusalReason = { readonly told: ExternalRefusal; readonly logged: SignInReason }

export const notVouchedFor: RefusalReason = { told: 'external-refused', logged: 'Access is denied' }
export const notProven: RefusalReason = { told: 'external-unproven', logged: 'Access is denied' }
/** A name that looks like another one is not this person's (T79). */
export const nameOfAnother: RefusalReason = { told: 'external-unknown', logged: 'Access is denied' }
export const unknown: RefusalReason = { told: 'external-unknown', logged: 'User does not exist' }

export const whyNot = (account: Account | undefined): RefusalReason | undefined => {
  if (!account) return unknown
  if (account.locked) return { told: 'external-locked', logged: 'User Is Locked Out' }
  return account.draft ? { told: 'external-draft', logged: 'User locked. Draft User!' } : undefined
}

/**
 * The address that the provider vouches for: a verified e-mail, or the user principal name within our own domains.
 * An unverified e-mail proves nothing, the person who signed it (T12).
 */
export const provenAddress = (claims: Record<string, unknown>, companyDomains: readonly string[]) => {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string) : undefined)
  const email = text('email')
  if (email && claims['email_verified'] === true) return email
  const principal = text('upn') ?? text('preferred_username')
  return principal && isCompanyAddress(principal, companyDomains) ? principal : undefined
}
