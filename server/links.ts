// Where people are sent from the pages. An address may differ by language: one for all, one with {language} in it, or a
// JSON object of them by language.
import { z } from 'zod'
import { type Language, languages } from '#contract/kernel/language.ts'
import type { Addresses, Links } from './kernel/links.ts'

const Address = z.url({ protocol: /^(https?|mailto|tel)$/ })
const ByLanguage = z.partialRecord(z.enum(languages), Address)

const forAll = (text: string) =>
  Object.fromEntries(languages.map((language) => [language, text.replaceAll('{language}', language)]))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Which one a language without its own has: of Portuguese the other kind, else the Spanish one (R2.4-23). */
const spares: Partial<Record<Language, Language>> = { pt: 'pt-br', 'pt-br': 'pt' }

const complete = (some: Partial<Record<Language, string>>): Addresses | undefined => {
  const any = some.es ?? some.en ?? Object.values(some)[0]
  if (any === undefined) return undefined
  const of = (language: Language) => some[language] ?? some[spares[language] ?? 'es'] ?? any
  return { en: of('en'), es: of('es'), fr: of('fr'), it: of('it'), pt: of('pt'), 'pt-br': of('pt-br'), de: of('de') }
}

const addresses = z.string().transform((text, context): Addresses => {
  const read = ByLanguage.safeParse(text.trimStart().startsWith('{') ? parsed(text) : forAll(text))
  const all = read.success ? complete(read.data) : undefined
  if (all) return all
  context.addIssue('an address, one with {language} in it, or a JSON object of addresses by language')
  return z.NEVER
})

export const linkVariables = {
  PORTICO_TERMS_URL: addresses.optional(),
  PORTICO_DATA_SUBJECT_URL: addresses.optional(),
  PORTICO_COOKIE_POLICY_URL: addresses.optional(),
  PORTICO_HELP_DESK_INTERNAL: addresses.optional(),
  PORTICO_HELP_DESK_EXTERNAL: addresses.optional(),
  PORTICO_CONTACT_URL: addresses.optional(),
}

const portico = 'https://www.portico.example'

/** What the demonstration organisation has. */
export const demonstrationLinks: Links = {
  termsOfUse: addresses.parse(`${portico}/{language}/terms-of-use`),
  dataSubjectRight: addresses.parse(`${portico}/{language}/data-subject-right`),
  cookiePolicy: addresses.parse(`${portico}/{language}/cookie-policy`),
  helpDeskInternal: addresses.parse('https://servicedesk.portico.example/'),
  helpDeskExternal: addresses.parse('https://help.portico.example/{language}/tickets/new'),
  contact: addresses.parse(`${portico}/{language}/contact`),
}

type LinkVariables = z.output<z.ZodObject<typeof linkVariables>>

/** What is neither given nor of the demonstration has no link. */
export const linksOf = (env: LinkVariables, standard: Links): Links => ({
  termsOfUse: env.PORTICO_TERMS_URL ?? standard.termsOfUse,
  dataSubjectRight: env.PORTICO_DATA_SUBJECT_URL ?? standard.dataSubjectRight,
  cookiePolicy: env.PORTICO_COOKIE_POLICY_URL ?? standard.cookiePolicy,
  helpDeskInternal: env.PORTICO_HELP_DESK_INTERNAL ?? standard.helpDeskInternal,
  helpDeskExternal: env.PORTICO_HELP_DESK_EXTERNAL ?? standard.helpDeskExternal,
  contact: env.PORTICO_CONTACT_URL ?? standard.contact,
})
