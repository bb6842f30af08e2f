/** The seven languages of the product (R9-19), in the order in which the pickers show them. */
export const languages = ['en', 'es', 'fr', 'it', 'pt', 'pt-br', 'de'] as const

export type Language = (typeof languages)[number]

/** R9-19: an unknown or missing language falls back to English. `pt-BR` is `pt-br`; `de-AT` is `de`. */
export const languageOf = (tag: string | undefined | null): Language => known(tag) ?? 'en'

const known = (tag: string | undefined | null): Language | undefined => {
  const wanted = (tag ?? '').trim().toLowerCase()
  const exact = languages.find((language) => language === wanted)
  return exact ?? languages.find((language) => language === wanted.split('-')[0])
}

/** The first of some tags, most wanted first, that is one of the seven. */
export const firstLanguage = (tags: readonly string[]): Language | undefined => tags.map(known).find(Boolean)
