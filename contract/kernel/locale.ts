// Which of the ways to write numbers, days and plurals belongs to a language of the portal.

/** English has its weeks and days as in Europe, as its dates are; `pt` alone would be Brazil's (CLDR). */
const locales: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-PT', 'pt-br': 'pt-BR' }

/** For `Intl`. */
export const localeOf = (language: string) => locales[language] ?? language
