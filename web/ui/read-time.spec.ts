// Times of the day, as people write them.
import { expect, test } from 'vitest'
import { readTime } from './read-time.ts'

test('a time is read however it is written', () => {
  const written = ['9', '09', '930', '0930', '9:30', '9.30', '9h30', '9h', '18 05', '1805', '23:59', ' 0:00 ']
  expect(written.map(readTime)).toEqual([
    ...['09:00', '09:00', '09:30', '09:30', '09:30', '09:30', '09:30', '09:00', '18:05', '18:05', '23:59', '00:00'],
  ])
})

test('what is no time of a day is not read as another', () => {
  expect(['24:00', '25', '9:60', '180', 'noon', '-1', '1:2', '12:345'].map(readTime)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  )
})
