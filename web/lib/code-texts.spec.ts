import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { Language } from '#contract/kernel/language.ts'
import { sentences } from '#contract/kernel/sentences.ts'
import { codeText, rowText } from './code-texts.ts'

const files = import.meta.glob<Record<string, string>>('../locales/{en,fr,pt}/refusals.json', {
  eager: true,
  import: 'default',
})

const speak = async (language: Language) => {
  const refusals = files[`../locales/${language}/refusals.json`] ?? {}
  await i18next.init({ lng: language, keySeparator: false, nsSeparator: ':', resources: { [language]: { refusals } } })
}

const faultIn = async (language: Language) => {
  await speak(language)
  return rowText({
    reason: 'email: missing',
    issues: [{ field: 'email', code: 'field-too-long', data: { maximum: '9' } }],
  })
}

test('R8.1-03 what is wrong with a field of a row stands after its name, as the language writes it', async () => {
  expect(await faultIn('en')).toBe('email: At most 9 characters')
  expect(await faultIn('fr')).toMatch(/^email\u202f: \S/)
})

test('R5.5-07 R8.1-03 what is wrong with a setting is said in the language of the page, with its line and its name', async () => {
  await speak('pt')
  const data = { line: '2', column: '5', fault: 'reason: reason is required', faultCode: 'missing', setting: 'reason' }
  expect(codeText('settings-not-valid', data)).toBe('Linha 2: reason: Este campo é obrigatório')
  const unknown = { line: '1', column: '1', fault: 'unknown: tries', faultCode: 'unknown-members', keys: 'tries' }
  expect(codeText('settings-not-valid', unknown)).toBe('Linha 1: Campos desconhecidos: tries')
  const ofLater = { line: '1', column: '1', fault: 'is too new', faultCode: 'of-a-later-release' }
  expect(codeText('settings-not-valid', ofLater)).toBe('Linha 1: is too new')
})

test('R7.6-03 several texts are joined without a second stop', () => {
  expect(sentences(['userName: Please input your username!', 'email: Invalid email address.', 'A', 'B'])).toBe(
    'userName: Please input your username! email: Invalid email address. A. B',
  )
})
