import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { Language } from '#contract/kernel/language.ts'
import { sentences } from '#contract/kernel/sentences.ts'
import { rowText } from './code-texts.ts'

const files = import.meta.glob<Record<string, string>>('../locales/{en,fr}/refusals.json', {
  eager: true,
  import: 'default',
})

const faultIn = async (language: Language) => {
  const refusals = files[`../locales/${language}/refusals.json`] ?? {}
  await i18next.init({ lng: language, keySeparator: false, nsSeparator: ':', resources: { [language]: { refusals } } })
  return rowText({
    reason: 'email: missing',
    issues: [{ field: 'email', code: 'field-too-long', data: { maximum: '9' } }],
  })
}

test('R8.1-03 what is wrong with a field of a row stands after its name, as the language writes it', async () => {
  expect(await faultIn('en')).toBe('email: At most 9 characters')
  expect(await faultIn('fr')).toMatch(/^email\u202f: \S/)
})

test('R7.6-03 several texts are joined without a second stop', () => {
  expect(sentences(['userName: Please input your username!', 'email: Invalid email address.', 'A', 'B'])).toBe(
    'userName: Please input your username! email: Invalid email address. A. B',
  )
})
