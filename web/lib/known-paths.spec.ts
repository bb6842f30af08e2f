import { expect, test } from 'vitest'
import { knownPaths, needsFullLoad } from './known-paths.ts'

test('R2.1-01 the 38 applications beside this one are known, each once', () => {
  expect(knownPaths).toHaveLength(38)
  expect(new Set(knownPaths).size).toBe(38)
  const some = [
    '/',
    '/home/admin',
    '/identity',
    '/extranet-fr',
    '/grants/subscriptions',
    '/identity/account/login',
    '/identity/profile',
    '/masterdata/admin',
    '/rndge',
    '/propman',
  ]
  expect(knownPaths).toEqual(expect.arrayContaining(some))
})

test('R2.1-02 a known path that is not the current one needs a full load, everything else does not', () => {
  expect(needsFullLoad({ target: '/identity/profile', current: '/identity/home' })).toBe(true)
  expect(needsFullLoad({ target: '/identity/profile/', current: '/identity/profile' })).toBe(false)
  expect(needsFullLoad({ target: '/identity/admin', current: '/identity/home' })).toBe(false)
  expect(needsFullLoad({ target: '/grants/unknown', current: '/identity/home' })).toBe(false)
  for (const target of knownPaths) expect(needsFullLoad({ target, current: '/elsewhere' })).toBe(true)
})
