import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { formatCountdown, formatDate, formatDateTime, formatMoment } from './format.ts'

const texts = import.meta.glob<Record<string, string>>('../locales/en/shell.json', { eager: true, import: 'default' })
const shell = texts['../locales/en/shell.json'] ?? {}

beforeAll(async () => {
  await i18next.init({ lng: 'en', keySeparator: false, nsSeparator: ':', resources: { en: { shell } } })
})

test('R9-20 dates are DD-MM-YYYY, with the time DD-MM-YYYY hh:mm:ss on a 12-hour clock', () => {
  const afternoon = new Date(2026, 2, 7, 15, 4, 9)
  expect(formatDate(afternoon)).toBe('07-03-2026')
  expect(formatDateTime(afternoon)).toBe('07-03-2026 03:04:09')
  expect(formatDateTime(new Date(2026, 10, 21, 0, 30, 0).toISOString())).toBe('21-11-2026 12:30:00')
})

test('R9-20 a missing date is (Not set)', () => {
  for (const missing of [undefined, null, '', 'nonsense']) {
    expect(formatDate(missing)).toBe('(Not set)')
    expect(formatDateTime(missing)).toBe('(Not set)')
  }
})

test('A-148 what happened one after the other, and what a tooltip says, has a clock of 24 hours', () => {
  expect(formatMoment(new Date(2026, 10, 17, 21, 27, 5).toISOString())).toBe('17-11-2026 21:27:05')
})

test('a countdown shows minutes and seconds, hours where there are any, and never less than nothing', () => {
  expect(formatCountdown(61_000)).toBe('1:01')
  expect(formatCountdown(3_600_000)).toBe('1:00:00')
  expect(formatCountdown(-5)).toBe('0:00')
})
