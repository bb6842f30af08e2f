// Where there is no room at the bottom, notices lie in the free part of the top bar; on phones they take it from the
// page (docs/ux.md, rule 30).
import { afterEach, expect, test } from 'vitest'
import { page as tab } from 'vitest/browser'
import type { Area } from '#contract/areas.ts'
import { showNotice } from '#web/lib/notices.ts'
import { drawn } from '#web/ui/render.harness.tsx'
import { app, close, holdClock, home, open } from '../portal.harness.tsx'

afterEach(close)

const rows: Area[] = Array.from({ length: 60 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Area ${index}`,
  default: false,
  system: false,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}))

const list = (items = rows) =>
  open({
    at: '/identity/admin/areas?size=100',
    who: { role: ['Administrator'] },
    answers: { 'GET /admin/areas': { body: { items, count: items.length } } },
  })

/** All that is said, as one box. */
const notice = () => {
  const boxes = [...document.querySelectorAll('.notice')].map((one) => one.getBoundingClientRect())
  if (boxes.length === 0) return new DOMRect()
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
  return new DOMRect(left, top, right - left, bottom - top)
}

/** Of what can be pressed or read, what a notice lies over. */
const covered = () => {
  const box = notice()
  if (box.height === 0) return ['Nothing is said any more']
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

/** It stays as long as it is looked at. */
const say = async (portal: Awaited<ReturnType<typeof list>>) => {
  await expect.element(portal.button('Actions for Area 7')).toBeInTheDocument()
  // What another spec of this tab said last would stand above it.
  for (const dismiss of document.querySelectorAll<HTMLElement>('.notice .ic')) dismiss.click()
  holdClock()
  showNotice({ kind: 'success', title: 'Area 7 is renamed', action: { label: 'Undo', run: () => {} } })
  await expect.element(portal.text('Area 7 is renamed')).toBeVisible()
}

const search = () => document.querySelector('.ad-cmd')?.getBoundingClientRect().width ?? 0

test.each([1440, 1280, 1100, 1024, 900, 768])(
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

test('what comes to lie where a notice is, on a page that grows no higher, is not covered for long', async () => {
  await tab.viewport(1440, 900)
  await say(await list(rows.slice(7, 8)))
  await expect.poll(covered).toEqual([])
  // Once it has risen into its place, and what watches over it is loaded.
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  await import('#web/ui/attended-notices.ts')
  await drawn()
  const { left, top } = notice()
  expect(top).toBeGreaterThan(60)
  const button = document.createElement('button')
  Object.assign(button.style, { position: 'fixed', left: `${left}px`, top: `${top}px` })
  button.textContent = 'Send'
  document.querySelector('main')?.append(button)
  expect(covered()).toEqual(['BUTTON Send'])
  await expect.poll(covered).toEqual([])
})

test('at 1024 px the search gives the notice its room, keeps its name, and has it back afterwards', async () => {
  await tab.viewport(1024, 900)
  const portal = await list()
  await expect.poll(search).toBeGreaterThan(100)
  const before = search()
  await say(portal)
  await expect.poll(search).toBeLessThan(before)
  await expect.element(portal.button(/^Search or run a command/)).toBeVisible()
  await portal.button('Close').click()
  await expect.poll(search).toBe(before)
})

test.each([1440, 1024, 768])('at %i px two notices lie in the bar as lines', async (width) => {
  await tab.viewport(width, 900)
  const portal = await list()
  await say(portal)
  showNotice({ kind: 'error', title: 'Area 8 is not', action: { label: 'Undo', run: () => {} } })
  await expect.element(portal.text('Area 8 is not')).toBeVisible()
  await expect.poll(covered).toEqual([])
  await expect.poll(() => notice().bottom).toBeLessThanOrEqual(60)
})

const tops = () => [...document.querySelectorAll('main h1, main tr')].map((one) => one.getBoundingClientRect().top)
const pageEnd = () => document.documentElement.scrollHeight

test.each([
  { width: 390, height: 844, left: 0, titles: ['Area 8 is not'], text: 'It is the default area. '.repeat(8) },
  { width: 1024, height: 900, left: 256, titles: ['Area 8 is not'], text: 'It is the default area. '.repeat(8) },
  { width: 1440, height: 900, left: 256, titles: ['Area 8 is not', 'Area 9 is not'], text: undefined },
])(
  'at $width px what has no room in the bar is a strip at which the page ends: nothing moves, and all of it can be reached',
  async ({ width, height, left, titles, text }) => {
    await tab.viewport(width, height)
    const portal = await list()
    await expect.element(portal.button('Actions for Area 7')).toBeInTheDocument()
    const [before, end] = [tops(), pageEnd()]
    await say(portal)
    for (const title of titles) showNotice({ kind: 'error', title, text })
    await expect.element(portal.text('Area 8 is not')).toBeVisible()
    expect(tops()).toEqual(before)
    const region = () => document.querySelector('.notices')?.getBoundingClientRect() ?? new DOMRect()
    await expect.poll(() => [region().left, region().right, region().bottom]).toEqual([left, width, height])
    // What is reached by Tab stops above it.
    const acts = [...document.querySelectorAll<HTMLElement>('[aria-label^="Actions for"]')]
    for (const act of acts.slice(20, 30)) {
      act.focus()
      expect(act.getBoundingClientRect().bottom).toBeLessThanOrEqual(region().top)
    }
    scrollTo(0, pageEnd())
    await expect.poll(covered).toEqual([])
    for (let more = document.querySelectorAll('.notice').length; more > 0; more -= 1) {
      await portal.button('Close').first().click()
      await expect.poll(() => document.querySelectorAll('.notice').length).toBe(more - 1)
    }
    await expect.poll(pageEnd).toBe(end)
  },
)

test('at 390 px the foot of the hub is reached above the strip, and stays where it was', async () => {
  await tab.viewport(390, 844)
  const apps = Array.from({ length: 12 }, (_, index) => app(index + 1))
  await open({ answers: { 'GET /admin/applications/homeInfo': home(apps) } })
  const foot = () => document.querySelector('.foot nav')?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => document.querySelectorAll('.tile').length).toBe(11)
  const before = foot().top
  for (const dismiss of document.querySelectorAll<HTMLElement>('.notice .ic')) dismiss.click()
  holdClock()
  showNotice({ kind: 'error', title: 'Not kept', text: 'It is the default area. '.repeat(8) })
  const region = () => document.querySelector<HTMLElement>('.notices')
  await expect.poll(() => region()?.dataset['in']).toBe('strip')
  expect(foot().top).toBe(before)
  // The page grows once the strip has its height.
  await expect
    .poll(() => {
      scrollTo(0, pageEnd())
      return foot().bottom
    })
    .toBeLessThanOrEqual(region()?.getBoundingClientRect().top ?? 0)
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
