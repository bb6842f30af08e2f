import { expect, test } from 'vitest'
import { languages } from '#contract/kernel/language.ts'
import { languageOf } from '#contract/kernel/language.ts'

const files = import.meta.glob<Record<string, string>>('./*/*.json', { eager: true, import: 'default' })
const namespaces = [...new Set(Object.keys(files).map((path) => path.split('/')[2] ?? ''))]
const file = (language: string, namespace: string) => files[`./${language}/${namespace}`] ?? {}
/** A plural counts as one text: languages have different forms of it. */
const textOf = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const texts = (own: Record<string, string>) => [...new Set(Object.keys(own).map(textOf))]
const holes = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).sort()

test('R9-19 R3.7-04 the languages are seven, and whatever is none of them is English', () => {
  expect(languages).toEqual(['en', 'es', 'fr', 'it', 'pt', 'pt-br', 'de'])
  expect([languageOf('pt-BR'), languageOf('de-AT'), languageOf('pl'), languageOf(undefined)]).toEqual([
    'pt-br',
    'de',
    'en',
    'en',
  ])
})

test.each(namespaces)('R9-19 every text of %s is there in all languages, with the same gaps to fill', (namespace) => {
  const english = file('en', namespace)
  expect(Object.keys(english).length).toBeGreaterThan(0)
  for (const language of languages) {
    const own = file(language, namespace)
    expect(texts(own), language).toEqual(texts(english))
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), `${language} ${key}`).not.toBe('')
      expect(holes(text), `${language} ${key}`).toEqual(holes(english[key] ?? english[`${textOf(key)}_other`] ?? ''))
    }
  }
})

test('German has one word for a password', () => {
  for (const namespace of namespaces)
    for (const [key, text] of Object.entries(file('de', namespace)))
      expect(text, `${namespace} ${key}`).not.toMatch(/kennwort/i)
})

/** What a German administrator meets under one name in each list, mail and notice: the English of it, and the word. */
const germanWords = [
  [/audit log/i, /Auditprotokoll/],
  [/\bheads? (of the chain|sent|that (was|were) sent)/i, /Prüfwert/],
  [/\b(background|running) jobs?\b|your processes/i, /Hintergrundaufgabe/],
] as const

test.each(germanWords)('where English says %s, German says %s', (english, german) => {
  for (const namespace of namespaces) {
    const said = Object.entries(file('en', namespace)).filter(([, text]) => english.test(text))
    for (const [key] of said) expect(file('de', namespace)[key], `${namespace} ${key}`).toMatch(german)
  }
})

test('R3.6-06 R3.6-01 R3.6-03 R3.6-11 in every language the log calls a status, a result and a right as their lists do', () => {
  const named = [
    ['status', '', 'operation-requests', ['WaitingForApprover', 'Applied', 'Rejected', 'RollBack', 'Cancelled']],
    ['status', 'status', 'applications', ['Running', 'Stopped', 'Maintenance']],
    ['result', 'result-', 'logs', ['Success', 'Failure', 'UserLocked', 'FullUserLocked', 'Unlocked']],
    ['rightsToExcercise', '', 'rights', ['Access', 'Information', 'Correction', 'TreatmentOpisition']],
    ['rightsToExcercise', '', 'rights', ['Supression', 'DataPortability']],
    ['state', '', 'rights', ['Received', 'InWork', 'Answered']],
  ] as const
  for (const language of languages)
    for (const [field, prefix, namespace, values] of named)
      for (const value of values)
        expect(file(language, 'log-words.json')[`value-${field}-${value}`], `${language} ${value}`).toBe(
          file(language, `${namespace}.json`)[`${prefix}${value}`],
        )
})

const exact = [
  'Wait while redirect...',
  'Welcome:',
  'Search application...',
  'Sort applications',
  'Show only favorites',
  'Show all Applications',
  'Add this app to your favorites',
  'Remove this app from your favorites',
  'Do you want to access these applications? Ask us!',
  'It seems that you dont have access to any application. Please contact your administartor',
  'An error occurred',
  'An error ocurred',
  'My apps',
  'My Apps',
  'Ask us',
  'terms of use',
  'data subject right',
  'cookie policy',
  'Your Profile',
  'Change password',
  'Change company',
  'Close session',
  'Login',
  'ERROR',
  'Access is denied',
  'Not found',
  'You dont have permission to perform this action',
  'not authorised to perform this action',
  'Unknown error',
  'Your session will expire in',
  'Your session has expired.',
  'Ok',
  '(Not set)',
  'Change password request fail',
  'Please contact to an Administrator',
  'Change password request Success',
  'Please check your email inbox. We have sent instructions on how reset your password.',
]

test('R2.4-01 R2.4-05 R2.4-09 R2.4-10 R2.4-11 the English texts are those of the specification, letter by letter', () => {
  const texts = new Set(namespaces.flatMap((namespace) => Object.values(file('en', namespace))))
  for (const text of exact) expect(texts).toContain(text)
})

test('R5.1-09 A-28 the older messages of passwords, with a minimum of 6 characters, stay in the language files', () => {
  const older = (language: string) =>
    Object.entries(file(language, 'users.json')).filter(([key]) => key.startsWith('olderPassword.'))
  expect(older('en').map(([, text]) => text)).toEqual([
    'Passwords must be at least 6 characters.',
    "Passwords must have at least one digit ('0'-'9').",
    "Passwords must have at least one lowercase ('a'-'z').",
    "Passwords must have at least one uppercase ('A'-'Z').",
    'Passwords must have at least one non alphanumeric character.',
  ])
  for (const language of languages) expect(older(language)[0]?.[1], language).toMatch(/\b6\b/)
})
