// Texts: one file per language and feature under `locales/`, loaded when a page asks for them.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languageOf, languages } from '#contract/kernel/language.ts'
import type { TextFile } from './page-texts.ts'
import { localeOf } from '#contract/kernel/locale.ts'
import { preferences } from './preferences.ts'

export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pt: 'Português',
  'pt-br': 'Português (Brasil)',
  de: 'Deutsch',
}

/**
 * What the sign-in pages and the hub show. Where the others lie is known to a file that comes with the first of them.
 */
const first = import.meta.glob<TextFile>('../locales/*/{shell,hub,session,errors,sign-in,notifications}.json')

const load = async (language: string, namespace: string) => {
  const path = `../locales/${language}/${namespace}.json`
  const file = first[path] ?? (await import('./page-texts.ts')).pageTexts[path]
  if (file) i18next.addResourceBundle(language, namespace, (await file()).default, true, true)
}

/** Plurals and numbers within texts. */
const writeAsEurope = () => {
  const { formatter, pluralResolver } = i18next.services
  const ruleOf = pluralResolver.getRule.bind(pluralResolver)
  pluralResolver.getRule = (code: string, options?: object) => ruleOf(localeOf(code), options)
  formatter?.addCached('number', (language, options) => {
    const format = new Intl.NumberFormat(localeOf(language ?? 'en'), options)
    return (value: number) => format.format(value)
  })
}

let wanted: readonly string[] = []

/**
 * R9-19: what the page was asked for, else the chosen language, else the browser's, else English. Started again, it has
 * what parts that are there asked for.
 */
export const startTexts = async (namespaces: readonly string[], asked?: Language) => {
  wanted = [...new Set([...namespaces, ...wanted])]
  const language = asked ?? languageOf(preferences.read().currentLanguage ?? navigator.language)
  // Calls that are made meanwhile are in this language, too.
  document.documentElement.lang = language
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: languages,
    lowerCaseLng: true,
    ns: [...namespaces],
    defaultNS: namespaces[0] ?? 'shell',
    keySeparator: false,
    nsSeparator: ':',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  writeAsEurope()
  await Promise.all(wanted.flatMap((namespace) => [...new Set([language, 'en'])].map((l) => load(l, namespace))))
}

const loading: Record<string, Promise<unknown>> = {}

/** Texts of a page that is opened later. Asked for again meanwhile, they are waited for all the same. */
export const addTexts = async (namespace: string) => {
  if (!wanted.includes(namespace)) {
    wanted = [...wanted, namespace]
    const both = new Set([i18next.language, 'en'])
    loading[namespace] = Promise.all([...both].map((language) => load(language, namespace))).catch((error) => {
      wanted = wanted.filter((other) => other !== namespace)
      throw error
    })
  }
  await loading[namespace]
}

/** R2.3-11: the page changes at once, and the choice is remembered. */
export const changeLanguage = async (language: Language) => {
  await Promise.all(wanted.map((namespace) => load(language, namespace)))
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  preferences.write({ currentLanguage: language })
}
