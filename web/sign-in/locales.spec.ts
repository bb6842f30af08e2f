import { expect, test } from 'vitest'
import { languages } from '#contract/kernel/language.ts'

const files = import.meta.glob<Record<string, string>>('../locales/*/sign-in.json', { eager: true, import: 'default' })
const textsOf = (language: string) => files[`../locales/${language}/sign-in.json`] ?? {}
const placeholders = (text = '') => (text.match(/\{\{\w+\}\}|<\/?b>/g) ?? []).sort()
const english = textsOf('en')

test.for(languages)('R9-19 the sign-in pages are complete in %s and keep every placeholder', (language) => {
  const texts = textsOf(language)
  expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort())
  for (const [key, text] of Object.entries(english)) expect(placeholders(texts[key]), key).toEqual(placeholders(text))
})

test.for(languages.filter((language) => language !== 'en'))(
  'R8.2-01 the sentences of the server are translated into %s',
  (language) => {
    const sentences = Object.keys(english).filter((key) => key.includes(' '))
    expect(sentences.length).toBeGreaterThan(12)
    for (const sentence of sentences) expect(textsOf(language)[sentence], sentence).not.toBe(english[sentence])
  },
)
