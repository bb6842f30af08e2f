import { expect, test } from 'vitest'
import { findAhead, nothingTyped, typeAhead } from './typeahead.ts'

const typed = (keys: readonly (readonly [string, number])[]) =>
  keys.reduce((before, [key, now]) => typeAhead(before, key, now) ?? before, nothingTyped).text

test('letters in one go are one word, and after a pause another', () => {
  expect(
    typed([
      ['a', 0],
      ['d', 600],
      ['d', 1200],
    ]),
  ).toBe('add')
  expect(
    typed([
      ['a', 0],
      ['d', 701],
    ]),
  ).toBe('d')
})

test('a blank belongs to a word that has begun, and to nobody otherwise', () => {
  expect(
    typed([
      ['a', 0],
      [' ', 10],
      ['b', 20],
    ]),
  ).toBe('a b')
  expect(typeAhead(nothingTyped, ' ', 0)).toBeUndefined()
  expect(typeAhead(nothingTyped, 'Home', 0)).toBeUndefined()
})

const labels = ['Delete', 'Add to group', 'Área', 'Add tenant', 'Lock']

test('several letters find the item that begins with all of them, with or without accents', () => {
  expect(findAhead(labels, 0, 'a')).toBe(1)
  expect(findAhead(labels, 1, 'ad')).toBe(1)
  expect(findAhead(labels, 1, 'ar')).toBe(2)
  expect(findAhead(labels, 1, 'add te')).toBe(3)
  expect(findAhead(labels, 4, 'de')).toBe(0)
  expect(findAhead(labels, 0, 'x')).toBeUndefined()
})

test('the same letter again goes round those that begin with it', () => {
  expect(findAhead(labels, 1, 'aa')).toBe(2)
  expect(findAhead(labels, 3, 'aaa')).toBe(1)
  expect(findAhead([], -1, 'a')).toBeUndefined()
})
