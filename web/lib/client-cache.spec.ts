import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientCache, type Expiry } from './client-cache.ts'

beforeEach(() => {
  const entries: Record<string, string> = {}
  const methods = {
    getItem: (name: string) => entries[name] ?? null,
    setItem: (name: string, value: string) => {
      entries[name] = value
    },
    removeItem: (name: string) => {
      delete entries[name]
    },
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy(entries, { get: (_target, name: string) => methods[name as keyof typeof methods] ?? entries[name] }),
  )
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const units: [Expiry, number][] = [
  [{ unit: 'seconds', amount: 3 }, 3000],
  [{ unit: 'minutes', amount: 2 }, 120_000],
  [{ unit: 'hours', amount: 1 }, 3_600_000],
  [{ unit: 'days', amount: 30 }, 2_592_000_000],
  [{ unit: 'custom', until: new Date(5000) }, 5000],
]

test.each(units)('R9-22 an entry that expires after %o is there until then and no longer', (expires, length) => {
  clientCache.set('key', { value: 1 }, { expires })
  vi.setSystemTime(length - 1)
  expect(clientCache.get('key')).toEqual({ value: 1 })
  vi.setSystemTime(length)
  expect(clientCache.get('key')).toBeUndefined()
})

test('R4.1-05 clearing takes everything but the entries flagged always-keep', () => {
  const expires: Expiry = { unit: 'days', amount: 1 }
  clientCache.set('passing', 1, { expires })
  clientCache.set('kept', 2, { expires, keep: true })
  localStorage.setItem('portico.preferences', '{}')
  clientCache.clear()
  expect(clientCache.get('passing')).toBeUndefined()
  expect(clientCache.get('kept')).toBe(2)
  expect(localStorage.getItem('portico.preferences')).toBe('{}')
})

test('a damaged entry is no entry', () => {
  localStorage.setItem('portico.cache.key', '{')
  expect(clientCache.get('key')).toBeUndefined()
})
