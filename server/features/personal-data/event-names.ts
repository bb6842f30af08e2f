// The types of audit events as people say them: the words of the logs' pages, which are their only list.
import type { Language } from '#contract/kernel/language.ts'
import de from '#web/locales/de/event-names.json' with { type: 'json' }
import en from '#web/locales/en/event-names.json' with { type: 'json' }
import es from '#web/locales/es/event-names.json' with { type: 'json' }
import fr from '#web/locales/fr/event-names.json' with { type: 'json' }
import it from '#web/locales/it/event-names.json' with { type: 'json' }
import ptBr from '#web/locales/pt-br/event-names.json' with { type: 'json' }
import pt from '#web/locales/pt/event-names.json' with { type: 'json' }

const names: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, es, fr, it, pt, 'pt-br': ptBr, de }

/** French has a narrow space before the colon. */
const colon = (language: Language) => (language === 'fr' ? '\u202f: ' : ': ')

/** What it is about, and what happened to it; one that this version does not know is called by its type. */
export const eventName = (type: string, language: Language) => {
  const [about = type, ...what] = type.split('.')
  const act = what.join('.')
  const { [`noun-${about}`]: noun = about, [`act-${act}`]: happened = act } = names[language]
  return act ? [noun, happened].join(colon(language)) : type
}
