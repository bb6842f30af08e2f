import { expect, test } from 'vitest'
import { knownPaths, needsFullLoad } from './known-paths.ts'

test('R2.1-01 the 38 applications beside this one are known, to the letter', () => {
  expect(knownPaths).toEqual([
    '/',
    '/home',
    '/home/admin',
    '/identity',
    '/extranet',
    '/extranet-es',
    '/extranet-fr',
    '/pmo',
    '/scanner',
    '/scanner-cl',
    '/receipts',
    '/receipts-es',
    '/grants',
    '/grants/subscriptions',
    '/grants/admin',
    '/grants-es',
    '/rndplatform',
    '/rndplatform-es',
    '/docs',
    '/identity/account/login',
    '/identity/account/logout',
    '/identity/profile',
    '/identity/home',
    '/onedata',
    '/fibrain',
    '/onedata/admin',
    '/masterdata',
    '/masterdata/admin',
    '/signature',
    '/projecttracking',
    '/finder',
    '/tms',
    '/missions',
    '/rndgb',
    '/rndes',
    '/rndca',
    '/rndge',
    '/propman',
  ])
})

test('R2.1-01 R2.1-02 a known path that is not the current one needs a full load, everything else does not', () => {
  expect(needsFullLoad({ target: '/identity/profile', current: '/identity/home' })).toBe(true)
  expect(needsFullLoad({ target: '/identity/profile/', current: '/identity/profile' })).toBe(false)
  expect(needsFullLoad({ target: '/identity/admin', current: '/identity/home' })).toBe(false)
  expect(needsFullLoad({ target: '/grants/unknown', current: '/identity/home' })).toBe(false)
  for (const target of knownPaths) expect(needsFullLoad({ target, current: '/elsewhere' })).toBe(true)
})
