// What an old bookmark asks of a list.
import { afterEach, expect, test } from 'vitest'
import { close, show } from './entity-table.harness.tsx'

afterEach(close)

test('A-193 a filter of an old bookmark that is no choice any more is not asked for', async () => {
  const { asked } = await show({ at: '/list?f.area=xx&f.locked=maybe&f.gone=1&q=02' })
  await expect.poll(() => asked()?.get('search')).toBe('02')
  expect([asked()?.get('area'), asked()?.get('locked')]).toEqual([null, null])
})
