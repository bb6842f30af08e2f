// Values of closed lists, in the language of the file: they are kept as codes, and as English sentences of the
// specification. The words are those of the pages.
import type { Language } from '#contract/kernel/language.ts'
import type { PersonalData } from '#server/downloads/personal-data.ts'
import { filled } from '#server/kernel/issue.ts'
import type { Cell } from '#server/kernel/ports/sheets.ts'
import { eventName } from './event-names.ts'
import { de } from './values/de.ts'
import { en } from './values/en.ts'
import { es } from './values/es.ts'
import { fr } from './values/fr.ts'
import { it } from './values/it.ts'
import type { Values } from './values/lists.ts'
import { ptBr } from './values/pt-br.ts'
import { pt } from './values/pt.ts'

export const values: Readonly<Record<Language, Values>> = { en, es, fr, it, pt, 'pt-br': ptBr, de }

type Columns = Readonly<Partial<Record<PersonalData['columns'][number], keyof Values>>>

/** Of which list a column has values, by the title of its sheet. */
const lists: Readonly<Partial<Record<PersonalData['title'], Columns>>> = {
  groups: { permission: 'permission' },
  requests: { type: 'requestType', status: 'requestStatus' },
  rightsRequests: { type: 'rightsRequestType', state: 'rightsRequestState' },
  signIns: { result: 'result', reason: 'signInReason', provider: 'provider' },
  authenticators: { kind: 'authenticator' },
  sessions: { provider: 'provider' },
  sessionLog: { reason: 'ended' },
  endedAccounts: { reason: 'cause', state: 'receipt' },
  processes: { state: 'processState' },
}

const attempts = /^Incorrect username or password\. (\d+) attempts? left$/

const wordOf = (language: Language, list: keyof Values, value: string) => {
  const left = list === 'signInReason' && attempts.exec(value)?.[1]
  if (left) {
    const form = new Intl.PluralRules(language).select(Number(left)) === 'one' ? 'one' : 'other'
    return filled(values[language].attemptsLeft[form], { count: left })
  }
  const words: Readonly<Record<string, string>> = values[language][list]
  return Object.hasOwn(words, value) ? words[value] : value
}

/** What is of no list, or of a list that was longer once, stays as it is. */
export const inWords = ({ title, columns }: PersonalData, language: Language) => {
  const saidBy = columns.map((column) => {
    const list = lists[title]?.[column]
    if (title === 'activity' && column === 'event') return (type: string) => eventName(type, language)
    return list && ((value: string) => wordOf(language, list, value))
  })
  return (row: readonly Cell[]): readonly Cell[] =>
    row.map((cell, at) => (typeof cell === 'string' ? (saidBy[at]?.(cell) ?? cell) : cell))
}
