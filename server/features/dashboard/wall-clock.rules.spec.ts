// Days of the reader, as moments.
import { expect, test } from 'vitest'
import { momentsOf } from './wall-clock.rules.ts'

const day = (date: string, timeZone: string) => {
  const { from, until } = momentsOf({ startDate: `${date}T00:00:00`, endDate: `${date}T23:59:59`, timeZone })
  return [from?.toISOString(), until?.toISOString()]
}

test.each([
  ['the clocks go back', '2026-10-25', 'Europe/Madrid', ['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z']],
  ['the clocks go forward', '2026-03-29', 'Europe/Madrid', ['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z']],
  ['midnight is skipped', '2026-04-24', 'Africa/Cairo', ['2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z']],
  ['midnight is there twice', '2026-11-01', 'America/Havana', ['2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z']],
  ['its end is there twice', '2026-10-29', 'Africa/Cairo', ['2026-10-28T21:00:00.000Z', '2026-10-29T21:59:59.999Z']],
  ['nothing happens to the clocks', '2026-11-22', 'UTC', ['2026-11-22T00:00:00.000Z', '2026-11-22T23:59:59.999Z']],
])('R2.5-21 a day on which %s is as long as it is there', (_, date, zone, moments) => {
  expect(day(date, zone)).toEqual(moments)
})

test('R7.11-06 a moment that says where it is stays what it is', () => {
  const { from, until } = momentsOf({
    startDate: '2026-11-22T10:00:00Z',
    endDate: '2026-11-22T10:00:00+02:00',
    timeZone: 'Asia/Tokyo',
  })
  expect([from?.toISOString(), until?.toISOString()]).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-22T08:00:00.000Z'])
})
