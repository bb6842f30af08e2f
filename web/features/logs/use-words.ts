// What stands in the audit log, as people say it: fields by their names, ids by what they stand for.
import { useTranslation } from 'react-i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import { languages } from '#contract/kernel/language.ts'
import type { Named } from '#contract/log-entries.ts'
import { codeText, useCodeTexts } from '#web/lib/code-texts.ts'
import { dayInWords } from '#web/lib/day.ts'
import { formatMoment } from '#web/lib/format.ts'
import { labelled } from '#web/lib/labelled.ts'
import { useEventName } from '#web/lib/use-event-name.ts'

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const isEventType = (text: string) => /^[a-z-]+\.[a-z-]+$/.test(text)

/** `requiresRole`: "Requires role"; of an earlier version, for which no language has a word. */
const spelled = (name: string) => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** By which something is known, best first. */
const names = ['role', 'name', 'title', 'displayName', 'userName', 'roleId']

const isLanguage = (text: string) => languages.some((language) => language === text)

/** "Ends on", and "German" where texts are kept by their language. */
const useNames = () => {
  const { t, i18n } = useTranslation('log-words')
  // A colon in a value is not a namespace.
  const textOf = (key: string) =>
    i18n.exists(key, { ns: 'log-words', nsSeparator: false }) ? t(key, { nsSeparator: false }) : undefined
  const languageOf = (tag: string) =>
    new Intl.DisplayNames([localeOf(i18n.language)], { type: 'language' }).of(tag) ?? tag
  return {
    textOf,
    languageOf,
    /** As a form calls it, where the log has no word of its own. */
    nameOf: (name: string) =>
      textOf(`field-${name}`) ?? codeText(`field-${name}`) ?? (isLanguage(name) ? languageOf(name) : spelled(name)),
  }
}

const useTexts = (named: readonly Named[]) => {
  const { textOf, languageOf, nameOf } = useNames()
  const eventName = useEventName()
  useCodeTexts()
  const known = new Map(named.map(({ id, name }) => [id, name]))
  const special = (field: string, value: string) => {
    if (field === 'language' && isLanguage(value)) return languageOf(value)
    if (field === 'reason' || field === 'error') return codeText(value)
    return (field === 'type' || field.startsWith('eventType')) && isEventType(value)
      ? eventName.whole(value)
      : undefined
  }
  const text = (field: string, value: string) => {
    if (isMoment(value)) return formatMoment(value)
    if (isDay(value)) return dayInWords(value)
    return known.get(value) ?? textOf(`value-${field}-${value}`) ?? special(field, value) ?? value
  }
  return { text, textOf, nameOf }
}

export const useWords = (named: readonly Named[]) => {
  const { t } = useTranslation('logs')
  const { text, textOf, nameOf } = useTexts(named)
  const ofObject = (field: string, value: Fields): string[] => {
    const { endsOn, field: ordered, descending } = value
    if (typeof ordered === 'string' && typeof descending === 'boolean')
      return [`${nameOf(ordered)} ${descending ? '↓' : '↑'}`]
    const name = names.flatMap((key) => value[key] ?? [])[0]
    if (name === undefined) return ofFields(value)
    const said = String(words(field, name))
    return [endsOn ? t('until', { what: said, date: formatMoment(String(endsOn)) }) : said]
  }
  /** An id says nothing beside the rest. */
  const ofFields = (value: Fields) =>
    Object.entries(value).flatMap(([name, one]) => {
      const said = name === 'id' && Object.keys(value).length > 1 ? undefined : words(name, one)
      return said === undefined ? [] : [labelled(nameOf(name), said)]
    })
  const ofList = (field: string, value: readonly unknown[]) => {
    const all = value.map((one) => lines(field, one))
    if (all.some(({ length }) => length > 1)) return all.map((one) => one.join(', '))
    return [all.flat().join(', ')].filter((line) => line !== '')
  }
  const ofOne = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'string') return text(field, value)
    return textOf(`value-${field}-${String(value)}`) ?? String(value)
  }
  /** What there is much of, in a line each. */
  const lines = (field: string, value: unknown): string[] => {
    if (value === undefined || value === null || value === '') return []
    if (Array.isArray(value)) return ofList(field, value)
    return isObject(value) ? ofObject(field, value) : [ofOne(field, value)]
  }
  /** Undefined where there is nothing. */
  const words = (field: string, value: unknown): string | undefined => lines(field, value).join(', ') || undefined
  return { field: nameOf, lines }
}
