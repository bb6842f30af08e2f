// A label and what it is of, as the language of the page writes it.
import i18next from 'i18next'

/** French has a narrow space before the colon. */
export const labelled = (label: string, value: string) =>
  `${label}${i18next.language === 'fr' ? '\u202f' : ''}: ${value}`
