/** The language in which days are written: English has its weeks and days as in Europe, as its dates are. */
export const dayLocale = (language: string) => (language === 'en' ? 'en-GB' : language)
