// "Your role … ends on …", in the language of anyone who reads it.
import type { Language } from '#contract/kernel/language.ts'

type Ending = {
  readonly language: Language
  readonly role: string
  readonly application: string
  readonly tenant: string
  readonly endsOn: Date
}

const sentences: Record<Language, (role: string, tenant: string, day: string) => string> = {
  en: (role, tenant, day) => `${role} at ${tenant} ends on ${day}`,
  es: (role, tenant, day) => `${role} en ${tenant} termina el ${day}`,
  fr: (role, tenant, day) => `${role} dans ${tenant} expire le ${day}`,
  it: (role, tenant, day) => `${role} presso ${tenant} scade il ${day}`,
  pt: (role, tenant, day) => `${role} em ${tenant} termina a ${day}`,
  'pt-br': (role, tenant, day) => `${role} em ${tenant} termina em ${day}`,
  de: (role, tenant, day) => `${role} bei ${tenant} endet am ${day}`,
}

/** DD-MM-YYYY (R9-20), in UTC. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10).split('-').toReversed().join('-')

export const expiryMessages = ({ language, role, application, tenant, endsOn }: Ending) =>
  sentences[language](`${application}: ${role}`, tenant, dayOf(endsOn))
