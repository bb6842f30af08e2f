// Messages over the page: how long they stay, how a key gets at them, and that they go from under nobody's hand.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showNotice } from '#web/lib/notices.ts'
import { close, playServer, json, showPage } from './page.harness.tsx'
import { tap } from './touch.harness.ts'

const said = () => [...document.querySelectorAll('.notice b')].map(({ textContent }) => textContent)

const begun = async () => {
  playServer(() => json({}))
  await showPage({ places: { '/': <button type="button">Of the page</button> }, at: '/', roles: [], texts: [] })
  await expect.element(page.getByRole('button', { name: 'Of the page' })).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}
afterEach(async () => {
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  await close()
})

test('R9-05 A-183 success stays for four seconds, an error and what can be undone for five', async () => {
  await begun()
  showNotice({ kind: 'success', title: 'Saved' })
  showNotice({ kind: 'error', title: 'Failed' })
  showNotice({ kind: 'success', title: 'Moved', action: { label: 'Undo', run: () => {} } })
  await vi.advanceTimersByTimeAsync(3900)
  expect(said()).toEqual(['Saved', 'Moved', 'Failed'])
  await vi.advanceTimersByTimeAsync(200)
  expect(said()).toEqual(['Moved', 'Failed'])
  await vi.advanceTimersByTimeAsync(800)
  expect(said()).toEqual(['Moved', 'Failed'])
  await vi.advanceTimersByTimeAsync(200)
  expect(said()).toEqual([])
})

test.each(['F6', 'F8'])(
  '%s goes to the newest message and back; meanwhile none goes, and afterwards each has its time again',
  async (key) => {
    await begun()
    const own = page.getByRole('button', { name: 'Of the page' })
    const element = own.element()
    if (element instanceof HTMLElement) element.focus()
    showNotice({ kind: 'success', title: 'Older', action: { label: 'Show', run: () => {} } })
    showNotice({ kind: 'success', title: 'Moved', action: { label: 'Undo', run: () => {} } })
    await expect.poll(said).toEqual(['Older', 'Moved'])
    // What hears the key comes with the first message, a moment later.
    await expect
      .poll(async () => {
        if (document.activeElement?.textContent !== 'Undo') await userEvent.keyboard(`{${key}}`)
        return document.activeElement?.textContent
      })
      .toBe('Undo')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said()).toEqual(['Older', 'Moved'])
    await userEvent.keyboard(`{${key}}`)
    await expect.element(own).toHaveFocus()
    await vi.advanceTimersByTimeAsync(4900)
    expect(said()).toEqual(['Older', 'Moved'])
    await vi.advanceTimersByTimeAsync(200)
    expect(said()).toEqual([])
  },
)

test.each(['Undo', 'Close'])('%s, pressed by key, gives the focus back to where F6 came from', async (name) => {
  await begun()
  const own = page.getByRole('button', { name: 'Of the page' })
  ;(own.element() as HTMLElement).focus()
  showNotice({ kind: 'success', title: 'Moved', action: { label: 'Undo', run: () => {} } })
  await expect.poll(said).toEqual(['Moved'])
  await expect
    .poll(async () => {
      if (document.activeElement?.textContent !== 'Undo') await userEvent.keyboard('{F6}')
      return document.activeElement?.textContent
    })
    .toBe('Undo')
  if (name === 'Close') await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(said).toEqual([])
  await expect.element(own).toHaveFocus()
})

const middle = (selector: string) => {
  const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  return (top + bottom) / 2
}

test('what can be undone is in the line of its words', async () => {
  await page.viewport(1440, 900)
  await begun()
  showNotice({ kind: 'success', title: 'Moved', action: { label: 'Undo', run: () => {} } })
  await expect.element(page.getByText('Moved')).toBeVisible()
  expect(Math.abs(middle('.notice b') - middle('.notice .b'))).toBeLessThan(2)
})

test('a finger that has touched a message does not keep it', async () => {
  await begun()
  showNotice({ kind: 'success', title: 'Saved' })
  await expect.element(page.getByText('Saved')).toBeVisible()
  await tap(page.getByText('Saved'))
  await vi.advanceTimersByTimeAsync(4100)
  expect(said()).toEqual([])
})

test('a message under the mouse stays', async () => {
  await begun()
  showNotice({ kind: 'success', title: 'Saved' })
  await page.getByText('Saved').hover()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said()).toEqual(['Saved'])
  await page.getByRole('button', { name: 'Of the page' }).hover()
  await vi.advanceTimersByTimeAsync(4100)
  expect(said()).toEqual([])
})
