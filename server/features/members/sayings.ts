// "Your role … ends on …", to anyone who has it or gave it.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import { saying } from '#server/kernel/saying.ts'

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
const dayOf = (time: string) => time.slice(0, 10).split('-').toReversed().join('-')

export const roleEnds = saying({
  code: 'role-ends',
  data: z.object({ role: z.string(), application: z.string(), tenant: z.string(), endsOn: z.iso.datetime() }),
  inWords: (language, { role, application, tenant, endsOn }) =>
    sentences[language](`${application}: ${role}`, tenant, dayOf(endsOn)),
})
