// Addresses outside, of an installation.
import type { Language } from '#contract/kernel/language.ts'

export type Addresses = Readonly<Record<Language, string>>

/** Where people are sent from the pages; what is not set has no link. */
export type Links = {
  readonly termsOfUse?: Addresses | undefined
  readonly dataSubjectRight?: Addresses | undefined
  readonly cookiePolicy?: Addresses | undefined
  /** For people of the company's own mail domains, and for everybody else (R2.4-29). */
  readonly helpDeskInternal?: Addresses | undefined
  readonly helpDeskExternal?: Addresses | undefined
  readonly contact?: Addresses | undefined
}
