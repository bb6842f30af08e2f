import { expect, test } from 'vitest'
import { daysLeft, dueOf, extendedDueOf, isLateToExtend, monthsAfter } from './rights.rules.ts'

const at = (text: string) => new Date(`${text}T23:30:00Z`)

test('A-166 an answer is due a calendar month after receipt, on the last of a month that is shorter', () => {
  expect([
    dueOf(at('2026-01-31')),
    dueOf(at('2028-01-31')),
    dueOf(at('2026-02-28')),
    dueOf(at('2026-03-31')),
    dueOf(at('2026-12-15')),
  ]).toEqual(['2026-02-28', '2028-02-29', '2026-03-28', '2026-04-30', '2027-01-15'])
  expect([extendedDueOf(at('2026-01-31')), extendedDueOf(at('2026-11-30'))]).toEqual(['2026-04-30', '2027-02-28'])
  expect(monthsAfter('2024-02-29', 12)).toBe('2025-02-28')
})

test('the days that are left are days of the calendar, and negative once it is over', () => {
  expect(daysLeft('2026-03-01', at('2026-02-22'))).toBe(7)
  expect(daysLeft('2026-03-01', at('2026-03-01'))).toBe(0)
  expect(daysLeft('2026-03-01', at('2026-03-02'))).toBe(-1)
})

test('the first month is over the day after it', () => {
  expect(isLateToExtend(at('2026-01-31'), at('2026-02-28'))).toBe(false)
  expect(isLateToExtend(at('2026-01-31'), at('2026-03-01'))).toBe(true)
})
