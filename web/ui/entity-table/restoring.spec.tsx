// What of the last visit to a list is there again, and for whom.
import { afterEach, expect, test, vi } from 'vitest'
import type { Area } from '#contract/areas.ts'
import { ownId } from '../own-id.harness.ts'
import { close, many, plain, show } from './entity-table.harness.tsx'
import type { ListDef } from './types.ts'

afterEach(close)

test('R2.5-28 opened bare, the list is as it was left, says so, and can be cleared', async () => {
  const first = await show({ rows: many(30), at: '/list?q=area&f.area=es&page=2' })
  await expect.poll(first.loaded).toBe(10)
  const kept = sessionStorage.getItem(`list:${ownId}:areas`) ?? ''
  await close()
  sessionStorage.setItem(`list:${ownId}:areas`, kept)
  const { asked, text, address, button, field } = await show({ rows: many(30), again: true })
  await expect.element(text(/Your last search and filters are back/)).toBeVisible()
  await expect.poll(() => asked()?.toString()).toBe('search=area&skip=10&take=10&orderBy=name+asc&area=es')
  await button('Clear all').click()
  await expect.poll(address).toBe('')
  await expect.element(field('Search in Areas')).toHaveValue('')
  await expect.element(text(/Your last search/)).not.toBeInTheDocument()
})

test('R2.5-28 anyone who leaves before the last query has landed finds it the next time all the same', async () => {
  const kept = `list:${ownId}:areas`
  sessionStorage.setItem(kept, '{"q":"area 01"}')
  const stored = vi.spyOn(Storage.prototype, 'setItem')
  const { address, loaded } = await show({ rows: many(3), again: true })
  await expect.poll(address).toBe('?q=area+01')
  await expect.poll(loaded).toBe(1)
  const texts = stored.mock.calls.filter(([name]) => name === kept).map(([, text]) => text)
  expect(new Set(texts)).toEqual(new Set(['{"q":"area 01"}']))
})

test('R2.5-28 the next person in the same tab finds nothing of what the one before looked for', async () => {
  const first = await show({ rows: many(3), at: '/list?q=area+01' })
  await expect.poll(first.loaded).toBe(1)
  const left = Object.entries(sessionStorage)
  await close()
  for (const [name, value] of left) sessionStorage.setItem(name, String(value))
  const { loaded, address, text } = await show({ rows: many(3), again: true, person: 'b-2' })
  await expect.poll(loaded).toBe(3)
  expect(address()).toBe('')
  await expect.element(text(/Your last search/)).not.toBeInTheDocument()
})

test('R2.5-28 a past day is not restored with the rest of the last visit', async () => {
  const list: ListDef<Area> = { ...plain, filters: [{ key: 'asOf', label: 'As of', kind: 'day' }] }
  const first = await show({ list, rows: many(3), at: '/list?q=area&f.asOf=2026-03-05' })
  await expect.poll(() => first.asked()?.get('asOf')).toBe('2026-03-05')
  const left = Object.entries(sessionStorage)
  await close()
  for (const [name, value] of left) sessionStorage.setItem(name, String(value))
  const { asked, address } = await show({ list, rows: many(3), again: true })
  await expect.poll(address).toBe('?q=area')
  expect(asked()?.get('asOf')).toBeNull()
})
