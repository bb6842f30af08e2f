// Where there is no room at the bottom, notices lie in the free part of the top bar (docs/ux.md, rule 30).
import { afterEach, expect, test } from 'vitest'
import { page as tab } from 'vitest/browser'
import type { Area } from '#contract/areas.ts'
import { showNotice } from '#web/lib/notices.ts'
import { close, open } from '../portal.harness.tsx'

afterEach(close)

const rows: Area[] = Array.from({ length: 60 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Area ${index}`,
  default: false,
  system: false,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}))

const list = () =>
  open({
    at: '/identity/admin/areas?size=100',
    who: { role: ['Administrator'] },
    answers: { 'GET /admin/areas': { body: { items: rows, count: rows.length } } },
  })

const notice = () => document.querySelector('.notice')?.getBoundingClientRect() ?? new DOMRect()

/** Of what can be pressed or read, what a notice lies over. */
const covered = () => {
  const box = notice()
  // What has gone behind the bar is not to be seen.
  const bar = document.querySelector('.ad-bar')?.getBoundingClientRect().bottom ?? 0
  return [...document.querySelectorAll(':is(main, header) :is(a, button, input, select, td, th, h1, p)')]
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const seen = one.closest('main') ? Math.max(top, bar) : top
      return left < box.right && right > box.left && seen < Math.min(box.bottom, bottom) && bottom > box.top
    })
    .map(({ textContent, tagName }) => `${tagName} ${textContent}`)
}

const say = async (portal: Awaited<ReturnType<typeof list>>) => {
  await expect.element(portal.button('Actions for Area 7')).toBeInTheDocument()
  // What another spec of this tab said last would stand above it.
  for (const dismiss of document.querySelectorAll<HTMLElement>('.notice .ic')) dismiss.click()
  showNotice({ kind: 'success', title: 'Area 7 is renamed', action: { label: 'Undo', run: () => {} } })
  await expect.element(portal.text('Area 7 is renamed')).toBeVisible()
}

test.each([1440, 1280])(
  'at %i px a notice in the middle of a long list covers no row, button or word',
  async (width) => {
    await tab.viewport(width, 900)
    const portal = await list()
    await say(portal)
    await expect.poll(covered).toEqual([])
    expect(notice().top).toBeLessThan(60)
    // And stays there while somebody reads on.
    scrollTo(0, 600)
    await expect.poll(() => scrollY).toBe(600)
    await expect.poll(covered).toEqual([])
    expect(notice().top).toBeLessThan(60)
    expect(notice().top).toBeGreaterThanOrEqual(0)
  },
)

test('at 390 px, where the bar has no room, it stays at the bottom and goes by its button', async () => {
  await tab.viewport(390, 844)
  const portal = await list()
  await say(portal)
  expect(notice().bottom).toBeGreaterThan(700)
  await portal.button('Close').click()
  await expect.element(portal.text('Area 7 is renamed')).not.toBeInTheDocument()
})

test('with room at the bottom it lies there', async () => {
  await tab.viewport(1440, 900)
  const portal = await open({
    at: '/identity/admin/areas',
    who: { role: ['Administrator'] },
    answers: { 'GET /admin/areas': { body: { items: rows.slice(0, 2), count: 2 } } },
  })
  await expect.element(portal.text('Area 1')).toBeVisible()
  showNotice({ kind: 'success', title: 'Done' })
  await expect.element(portal.text('Done')).toBeVisible()
  await expect.poll(() => notice().bottom).toBeGreaterThan(800)
  expect(covered()).toEqual([])
})
