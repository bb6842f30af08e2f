// The bell comes after the rest of the header: what stands beside it does not move then.
import { afterEach, expect, test } from 'vitest'
import { close, open } from '../portal.harness.tsx'

afterEach(close)

/** Where a control beside it stands at each change of the page, without the bell and with it. */
const watched = () => {
  const places: Record<'without' | 'withBell', number[]> = { without: [], withBell: [] }
  const look = () => {
    const language = document.querySelector(':is(.top, .ad-bar) [aria-label^="Language"]')
    const me = document.querySelector(':is(.top, .ad-bar) .me')
    if (!language || !me) return
    const bell = document.querySelector(':is(.top, .ad-bar) button.bell')
    places[bell ? 'withBell' : 'without'].push(language.getBoundingClientRect().left)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  return { places, look, stop: () => observer.disconnect() }
}

test.each([
  ['the hub', '/identity/home?noredirect'],
  ['the administration', '/identity/admin'],
])('in %s nothing in the header moves when the bell comes', async (_, at) => {
  const { places, look, stop } = watched()
  const { button } = await open({ at, who: { role: ['Administrator'] } })
  await expect.element(button(/^Notifications/)).toBeVisible()
  look()
  stop()
  const before = places.without.at(-1)
  expect(before).toBeGreaterThan(0)
  expect(places.withBell).toEqual(places.withBell.map(() => before))
})
