// The overview on a telephone: nothing is cut, and everything that can be pressed can be reached.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const shown = () =>
  [...document.querySelectorAll('main :is(a, button, h1, h2, .tag)')].filter((one) => one.checkVisibility())

const beyond = (width: number) =>
  shown()
    .map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > width))
    .map(({ words }) => words)

/** Words that stand over one another. */
const covered = () =>
  [...document.querySelectorAll('main .home-head :is(h1, a, button, .tag)')].filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return !one.contains(hit)
  })

test.each(['en', 'de'] as const)('at 390 px the overview of the administration fits, in %s', async (language) => {
  await page.viewport(390, 844)
  const role = ['Administrator', 'UserAdministrator', 'God', 'Manager']
  await open({
    at: '/identity/admin',
    who: { role, given_name: 'Maria-Magdalena', family_name: 'Wiedenhofer-Castellanos' },
    language,
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Wiedenhofer-Castellanos')
  await expect.poll(() => document.querySelectorAll('main .may-links .b').length).toBe(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(beyond(390)).toEqual([])
  expect(covered()).toEqual([])
})

test('at 1440 px the ways on end where the page ends', async () => {
  await page.viewport(1440, 900)
  await open({ at: '/identity/admin', who: { role: ['Administrator', 'God'] } })
  await expect.poll(() => document.querySelectorAll('main .may-links .b').length).toBe(3)
  const right = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().right
  await expect.poll(() => right('main .may-links .b.pri')).toBe(right('main .dash'))
})

test('at 1440 px the ways on stand beside the title, in German too', async () => {
  await page.viewport(1440, 900)
  await open({ at: '/identity/admin', who: { role: ['Administrator', 'God', 'User'] }, language: 'de' })
  await expect.poll(() => document.querySelectorAll('main .may-links .b').length).toBe(3)
  const edges = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => edges('main .may-links').top - edges('main .home-head .h1r > div').bottom).toBeLessThan(0)
})

test('rule 34 without charts what there is has the whole width, and the counts end with themselves', async () => {
  await page.viewport(1440, 900)
  await open({ at: '/identity/admin', who: { role: ['UserAdministrator'] } })
  const edges = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => edges('main .tiles').height).toBeGreaterThan(0)
  await expect.poll(() => edges('main .tiles').right - edges('main .home-head').right).toBe(0)
  expect(edges('main .tiles').bottom - edges('main .tile-counts').bottom).toBeLessThanOrEqual(1)
})
