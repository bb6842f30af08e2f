// WCAG 2.2, 1.4.10: at 320 pixels nothing has to be scrolled sideways, and nothing of the header lies outside.
import { afterEach, expect, test } from 'vitest'
import { close, open } from '../portal.harness.tsx'

afterEach(close)

test.each([
  ['the hub', '/identity/home?noredirect'],
  ['the administration', '/identity/admin'],
])('9.5 in %s the header has room on the smallest phones', async (_, at) => {
  const { button, page } = await open({ at, who: { role: ['Administrator'] } })
  await expect.element(button(/^Notifications/)).toBeVisible()
  for (const width of [320, 344, 346, 360, 371, 390]) {
    await page.viewport(width, 800)
    await expect.poll(() => [width, document.documentElement.scrollWidth]).toEqual([width, width])
    const me = document.querySelector(':is(.top, .ad-bar) .me')?.getBoundingClientRect()
    expect(me?.right).toBeLessThanOrEqual(width)
  }
})
