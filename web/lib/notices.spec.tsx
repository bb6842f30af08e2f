import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { render } from '#web/ui/render.harness.tsx'
import { showNotice, useNotices } from './notices.ts'

const Titles = () => useNotices().map(({ title }) => <p key={title}>{title}</p>)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(async () => {
  document.querySelector('.notices')?.remove()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await cleanup()
})

const after = async (milliseconds: number) => {
  await vi.advanceTimersByTimeAsync(milliseconds)
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
}

test('R9-05 success is told for four seconds, failures and what can be undone for five', async () => {
  await render(<Titles />)
  showNotice({ kind: 'success', title: 'Done' })
  showNotice({ kind: 'success', title: 'Undoable', action: { label: 'Undo', run: () => {} } })
  showNotice({ kind: 'error', title: 'Failed' })
  expect(await after(3900)).toEqual(['Done', 'Undoable', 'Failed'])
  expect(await after(200)).toEqual(['Undoable', 'Failed'])
  expect(await after(800)).toEqual(['Undoable', 'Failed'])
  expect(await after(200)).toEqual([])
})

test('R9-05 a message that has the focus stays until it is left', async () => {
  const region = Object.assign(document.createElement('div'), { className: 'notices', innerHTML: '<button>x</button>' })
  await render(<Titles />)
  document.body.append(region)
  region.querySelector('button')?.focus()
  showNotice({ kind: 'success', title: 'Held' })
  expect(await after(9000)).toEqual(['Held'])
  region.querySelector('button')?.blur()
  expect(await after(4100)).toEqual([])
})
