// What stands in the audit log, as people say it: fields by their names, ids by what they stand for.
import { useTranslation } from 'react-i18next'
import type { Named } from '#contract/log-entries.ts'
import { formatMoment } from '#web/lib/format.ts'

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)

/** `requiresRole`: "Requires role"; for what no language has a word for. */
const spelled = (name: string) => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const useWords = (names: readonly Named[]) => {
  const { t, i18n } = useTranslation('logs')
  const known = new Map(names.map(({ id, name }) => [id, name]))
  const textOf = (key: string) => (i18n.exists(key, { ns: 'logs' }) ? t(key) : undefined)
  const nameOf = (name: string) => textOf(`field-${name}`) ?? spelled(name)
  const text = (field: string, value: string) => {
    if (known.has(value)) return known.get(value)
    if (isMoment(value)) return formatMoment(value)
    return textOf(`value-${field}-${value}`) ?? value
  }
  const ofObject = (field: string, value: Readonly<Record<string, unknown>>): string => {
    const { endsOn, field: ordered, descending } = value
    if (typeof ordered === 'string' && typeof descending === 'boolean')
      return `${nameOf(ordered)} ${descending ? '↓' : '↑'}`
    const name = ['role', 'name', 'title', 'displayName', 'userName', 'roleId', 'id'].flatMap(
      (key) => value[key] ?? [],
    )[0]
    if (name === undefined) return JSON.stringify(value)
    const said = String(words(field, name))
    return endsOn ? t('until', { what: said, date: formatMoment(String(endsOn)) }) : said
  }
  /** Undefined where there is nothing. */
  const words = (field: string, value: unknown): string | undefined => {
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'string') return text(field, value)
    if (Array.isArray(value)) return value.map((one) => words(field, one) ?? '').join(', ') || undefined
    return isObject(value) ? ofObject(field, value) : String(value)
  }
  return {
    field: nameOf,
    value: words,
  }
}
