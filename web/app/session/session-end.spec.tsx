import { afterEach, expect, test, vi } from 'vitest'
import { close, inSeconds, jump, open, playClock } from '#web/app/portal.harness.tsx'

afterEach(close)

const opened = async (exp_time?: number) => {
  playClock()
  const harness = await open({ who: exp_time ? { exp_time: inSeconds(exp_time) } : {} })
  await expect.element(harness.heading('Marta Oliveira')).toBeInTheDocument()
  return { ...harness, left: () => document.querySelector('.notice .left')?.textContent }
}

const active = () => dispatchEvent(new PointerEvent('pointermove'))

test('R4.5-02 after ten minutes without activity a warning stays, with the time left until the session ends', async () => {
  const { text, left } = await opened(3600)
  await jump(590_000)
  await expect.element(text('Your session will expire in')).not.toBeInTheDocument()
  await jump(15_000)
  await expect.element(text('Your session will expire in')).toBeVisible()
  expect(left()).toMatch(/^49:/)
  await jump(120_000)
  await expect.element(text('Your session will expire in')).toBeVisible()
  expect(left()).toMatch(/^47:/)
})

test('R4.5-03 activity dismisses the warning after one second', async () => {
  const { text } = await opened(3600)
  await jump(605_000)
  await expect.element(text('Your session will expire in')).toBeVisible()
  active()
  await expect.element(text('Your session will expire in')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1000)
  await expect.element(text('Your session will expire in')).not.toBeInTheDocument()
})

test('the button Stay signed in dismisses the warning and renews the tokens', async () => {
  const { text, button, calls } = await opened(3600)
  await jump(605_000)
  await button('Stay signed in').click()
  await expect.element(text('Your session will expire in')).not.toBeInTheDocument()
  await expect.poll(() => calls('POST /identity/oidc/token').length).toBe(1)
})

test('R4.5-01 without exp_time the session ends 24 hours after loading', async () => {
  const { text, left } = await opened()
  await jump(605_000)
  await expect.element(text('Your session will expire in')).toBeVisible()
  expect(left()).toMatch(/^23:49:/)
})

test('R4.5-04 at the end of the session an overlay says so, and logs out after five seconds', async () => {
  const { page, visited } = await opened(60)
  await jump(50_000)
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await jump(10_000)
  await expect.element(page.getByRole('alertdialog', { name: 'Your session has expired.' })).toBeVisible()
  expect(document.querySelector('[role=timer]')?.textContent).toMatch(/^You will be signed out in [45] s\.$/)
  expect(visited).toEqual([])
  await vi.advanceTimersByTimeAsync(5500)
  await expect.poll(() => visited[0]).toMatch(/session\/end/)
})

test('R4.5-04 A-203 the overlay covers the whole page and hides what was there, light and dark', async () => {
  const { page } = await opened(30)
  await jump(31_000)
  const overlay = page.getByRole('alertdialog', { name: 'Your session has expired.' })
  await expect.element(overlay).toBeVisible()
  const behind = () => {
    const { position, inset, opacity, backgroundColor } = getComputedStyle(overlay.element(), '::backdrop')
    return { position, inset, opacity, backgroundColor }
  }
  for (const [theme, backgroundColor] of [
    ['dark', 'rgb(11, 16, 32)'],
    ['light', 'rgb(247, 248, 252)'],
  ]) {
    document.documentElement.dataset.theme = theme
    await expect.poll(behind).toEqual({ position: 'fixed', inset: '0px', opacity: '1', backgroundColor })
  }
  for (const x of [1, innerWidth - 2])
    for (const y of [1, innerHeight - 2]) expect(document.elementFromPoint(x, y)).toBe(overlay.element())
})

test('R4.5-05 Ok logs out at once', async () => {
  const { button, visited } = await opened(30)
  await jump(31_000)
  await button('Ok').click()
  await expect.poll(() => visited[0]).toMatch(/session\/end/)
  expect(visited).toHaveLength(1)
})

test('R4.1-05 what is remembered goes on start, after an idle time and on forward navigation, except what is always kept', async () => {
  const put = (key: string, keep = false) =>
    localStorage.setItem(`portico.cache.${key}`, JSON.stringify({ value: 1, until: Date.now() + 1e9, keep }))
  const there = () => ['passing', 'kept'].filter((key) => localStorage.getItem(`portico.cache.${key}`))
  put('passing')
  put('kept', true)
  await opened(86_000)
  expect(there()).toEqual(['kept'])
  put('passing')
  await jump(605_000)
  active()
  expect(there()).toEqual(['kept'])
  put('passing')
  history.pushState(null, '', '/identity/home?forward')
  await expect.poll(there).toEqual(['kept'])
})
