import { expect, test } from 'vitest'
import { dayInWords, readDay } from './day.ts'

test('R9-20 a day is read as DD-MM-YYYY, and typed in any way that has one meaning', () => {
  expect(dayInWords('2026-03-05')).toBe('05-03-2026')
  for (const typed of ['05-03-2026', '5-3-2026', ' 5.3.2026 ', '05/03/2026', '5 3 2026', '2026-03-05'])
    expect(readDay(typed, 'en'), typed).toBe('2026-03-05')
})

test('the name of a month is read in the reader’s language, in short and without accents too', () => {
  for (const [typed, language] of [
    ['5 March 2026', 'en'],
    ['5 mar 2026', 'en'],
    ['5. März 2026', 'de'],
    ['5 marz 2026', 'de'],
    ['5 de marzo de 2026', 'es'],
    ['5 mars 2026', 'fr'],
    ['5 de março de 2026', 'pt-br'],
  ] as const)
    expect(readDay(typed, language), typed).toBe('2026-03-05')
  expect(readDay('5 März 2026', 'en')).toBeUndefined()
})

test('what is no day is none', () => {
  for (const typed of ['', '31-02-2026', '5-13-2026', '5-3-26', '5-3', 'soon', '5 ma 2026'])
    expect(readDay(typed, 'en'), typed).toBeUndefined()
})
