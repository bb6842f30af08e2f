import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { drawn, render } from '#web/ui/render.harness.tsx'
import { useToasts } from './use-toasts.ts'

const Toasts = () => {
  const [toasts, say] = useToasts()
  return (
    <button type="button" onClick={() => say('password.reset')}>
      {toasts.join()}
    </button>
  )
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  await cleanup()
})

test('R9-05 at the sign-in pages good news stands for four to five seconds', async () => {
  await render(<Toasts />)
  const toasts = page.getByRole('button').element() as HTMLElement
  const after = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    await drawn()
    return toasts.textContent
  }
  toasts.click()
  expect(await after(3900)).toBe('password.reset')
  expect(await after(1200)).toBe('')
})
