import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import errors from '../locales/en/errors.json'
import { patchItem } from './patch-item.ts'

beforeAll(() => i18next.init({ lng: 'en', keySeparator: false, resources: { en: { errors } } }))

const items = [
  { id: 1, liked: false },
  { id: 2, liked: false },
  { id: 2, liked: true },
]

test('R5.7-03 exactly one item is patched, and the others stay the same', () => {
  const patched = patchItem(items, ({ id }) => id === 1, { liked: true })
  expect(patched).toEqual([{ id: 1, liked: true }, items[1], items[2]])
  expect(patched[1]).toBe(items[1])
})

test('R5.7-03 none or several is an error in the words of the specification', () => {
  for (const wanted of [2, 3])
    expect(() => patchItem(items, ({ id }) => id === wanted, { liked: true })).toThrow('No item found to patch')
})
