// What an import comes to, for its notification.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import { localeOf } from '#contract/kernel/locale.ts'
import { saying } from '#server/kernel/saying.ts'

const messages: Record<Language, (imported: string, faulty: string) => string> = {
  en: (imported, faulty) => `${imported} imported, ${faulty} left out.`,
  es: (imported, faulty) => `${imported} importados, ${faulty} omitidos.`,
  fr: (imported, faulty) => `${imported} importés, ${faulty} ignorés.`,
  it: (imported, faulty) => `${imported} importati, ${faulty} saltati.`,
  pt: (imported, faulty) => `${imported} importados, ${faulty} ignorados.`,
  'pt-br': (imported, faulty) => `${imported} importados, ${faulty} ignorados.`,
  de: (imported, faulty) => `${imported} importiert, ${faulty} ausgelassen.`,
}

export const rowsImported = saying({
  code: 'rows-imported',
  data: z.object({ total: z.number(), faulty: z.number() }),
  inWords: (language, { total, faulty }) => {
    const number = new Intl.NumberFormat(localeOf(language))
    return messages[language](number.format(total - faulty), number.format(faulty))
  },
})
