// Numbers, days and plurals as the people of a language write them.
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { localeOf } from '#contract/kernel/locale.ts'

vi.stubGlobal('document', { documentElement: { lang: '' } })
vi.stubGlobal('navigator', { language: 'en' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })

const textsIn = async (language: 'pt' | 'pt-br' | 'en') => {
  const { startTexts } = await import('./i18n.ts')
  await startTexts([], language)
  const texts = {
    role_one: '{{count, number}} one',
    role_many: '{{count, number}} many',
    role_other: '{{count, number}} other',
  }
  i18next.addResourceBundle(language, 'locale-spec', texts)
  return (count: number) => String(i18next.t('role', { ns: 'locale-spec', count } as never))
}

test('R9-19 R9-20 European Portuguese is not written as in Brazil: plural of none, thousands, first day of a week', async () => {
  const european = await textsIn('pt')
  expect([european(0), european(1), european(2639)]).toEqual(['0 other', '1 one', '2639 other'])
  const brazilian = await textsIn('pt-br')
  expect([brazilian(0), brazilian(1), brazilian(2639)]).toEqual(['0 one', '1 one', '2.639 other'])
  expect(new Intl.Locale(localeOf('pt')).region).toBe('PT')
})

test('R9-20 English counts as everywhere, and has its days as in Europe', async () => {
  const english = await textsIn('en')
  expect([english(0), english(1), english(2639)]).toEqual(['0 other', '1 one', '2,639 other'])
  expect(localeOf('en')).toBe('en-GB')
})

test('R9-19 a text that a language lacks is said in English', async () => {
  await textsIn('en')
  await textsIn('pt')
  i18next.addResource('en', 'locale-spec', 'onlyEnglish', 'Only in English')
  expect(i18next.language).toBe('pt')
  expect(String(i18next.t('onlyEnglish', { ns: 'locale-spec' } as never))).toBe('Only in English')
})
