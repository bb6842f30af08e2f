// The texts of the pages: every language has every key, with the same placeholders, and says it in its own words.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const locales = path.resolve(import.meta.dirname, '../web/locales')
const languages = ['en', 'es', 'pt', 'pt-br', 'it', 'fr', 'de']

/** The same word in another language too: names, abbreviations, and words that travelled. */
const shared = JSON.parse(readFileSync(path.join(import.meta.dirname, 'shared-words.json'), 'utf8'))

const PLURAL = /_(zero|one|two|few|many|other)$/

const flatten = (value, prefix = '') =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key))
    : [[prefix, value]]

/** A plural counts as one key: languages have different forms of it. */
const group = (entries) => {
  const grouped = new Map()
  for (const [key, text] of entries) {
    const base = key.replace(PLURAL, '')
    grouped.set(base, [...(grouped.get(base) ?? []), { key, text }])
  }
  return grouped
}

const placeholdersOf = (forms) =>
  [
    ...new Set(
      forms.flatMap(({ text }) => String(text).match(/\{\{\s*[\w.-]+/g) ?? []).map((found) => found.slice(2).trim()),
    ),
  ]
    .sort()
    .join(' ')

const missingForms = (language, forms) => {
  const have = forms.map(({ key }) => PLURAL.exec(key)?.[1]).filter(Boolean)
  if (have.length === 0) return []
  return new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => !have.includes(form) && form !== 'many')
}

const wordsOf = (text) =>
  text
    .replace(/\{\{.*?\}\}|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const isShared = (language, words) => [...shared['*'], ...(shared[language] ?? [])].includes(words)

const isBorrowed = (language, text, english) =>
  language !== 'en' && text === english && /\p{L}{2}/u.test(wordsOf(text)) && !isShared(language, wordsOf(text))

const compare = ({ language, namespace, english, own }) => {
  const at = (key) => `${language}/${namespace} ${key}`
  const faults = [...own.keys()].filter((key) => !english.has(key)).map((key) => `${at(key)}: is not in English`)
  for (const [key, forms] of english) {
    const mine = own.get(key)
    if (!mine) {
      faults.push(`${at(key)}: is missing`)
      continue
    }
    if (placeholdersOf(mine) !== placeholdersOf(forms))
      faults.push(`${at(key)}: has the placeholders [${placeholdersOf(mine)}], English has [${placeholdersOf(forms)}]`)
    for (const form of missingForms(language, mine)) faults.push(`${at(key)}: has no form _${form}`)
    for (const { key: exact, text } of mine) {
      if (typeof text !== 'string' || text.trim() === '') faults.push(`${at(exact)}: is empty`)
      else if (isBorrowed(language, text, forms.find((form) => form.key === exact)?.text))
        faults.push(`${at(exact)}: is English: "${text}"`)
    }
  }
  return faults
}

const read = (language) => {
  const texts = new Map()
  for (const file of globSync('*.json', { cwd: path.join(locales, language) })) {
    try {
      texts.set(
        path.basename(file, '.json'),
        group(flatten(JSON.parse(readFileSync(path.join(locales, language, file), 'utf8')))),
      )
    } catch (error) {
      throw new Error(`${language}/${file}: ${error.message}`)
    }
  }
  return texts
}

const check = () => {
  const english = read('en')
  const faults = english.size === 0 ? ['There are no English texts.'] : []
  for (const language of languages) {
    const own = read(language)
    for (const namespace of own.keys())
      if (!english.has(namespace)) faults.push(`${language}/${namespace}: is not in English`)
    for (const [namespace, keys] of english)
      faults.push(...compare({ language, namespace, english: keys, own: own.get(namespace) ?? new Map() }))
  }
  return { faults, count: [...english.values()].reduce((sum, keys) => sum + keys.size, 0) }
}

try {
  const { faults, count } = check()
  for (const fault of faults) console.log(fault)
  console.log(`${count} texts in ${languages.length} languages, ${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
} catch (error) {
  console.log(error.message)
  process.exitCode = 1
}
