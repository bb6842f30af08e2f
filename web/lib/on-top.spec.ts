import { expect, test } from 'vitest'
import { onTop } from './on-top.ts'

test('T57 what was typed stands on top of what somebody else saved; the rest is theirs', () => {
  const base = { name: 'Desk', texts: { en: 'one', de: 'eins' }, uris: ['a'], note: '' }
  const typed = { ...base, texts: { en: 'mine', de: 'eins' }, uris: ['a', 'b'] }
  const theirs = { name: 'Their desk', texts: { en: 'one', de: 'ihres', fr: 'un' }, uris: ['c'], note: 'theirs' }
  expect(onTop({ base, typed, theirs })).toEqual({
    name: 'Their desk',
    texts: { en: 'mine', de: 'ihres', fr: 'un' },
    uris: ['a', 'b'],
    note: 'theirs',
  })
})

test('T57 what was taken away here stays away, and what they took away is gone too', () => {
  const base: { texts: Record<string, string> } = { texts: { en: 'one', de: 'eins', fr: 'un' } }
  const typed = { texts: { en: 'one', de: 'eins' } }
  const theirs = { texts: { en: 'one', fr: 'un' } }
  expect(onTop<typeof base>({ base, typed, theirs })).toEqual({ texts: { en: 'one' } })
})
