import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { close, showPage } from './page.harness.tsx'
import { showNotice } from '#web/lib/notices.ts'

afterEach(close)

const rows = Array.from({ length: 30 }, (_, index) => index)

/** A page with a button in both upper and lower right corner, as lists and their bars have them. */
const begun = (content = <CornerButtons />) =>
  showPage({ places: { '/here': content }, at: '/here', roles: [], texts: ['shell'] })

const CornerButtons = () => (
  <>
    {rows.map((row) => (
      <p key={row} style={{ display: 'flex', justifyContent: 'space-between', gap: 700, margin: 0 }}>
        <button type="button">Open {row}</button>
        <button type="button">More {row}</button>
      </p>
    ))}
    <footer style={{ position: 'fixed', insetInline: 0, bottom: 0, padding: 20, textAlign: 'center' }}>
      <button type="button" style={{ width: '100%' }}>
        Save
      </button>
    </footer>
  </>
)

const notice = () => page.getByText('Saved it').element().closest('.notice') as HTMLElement

const covered = () => {
  const own = notice().getBoundingClientRect()
  return [...document.querySelectorAll('button')]
    .filter((one) => !one.closest('.notices'))
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return left < own.right && own.left < right && top < own.bottom && own.top < bottom
    })
    .map(({ textContent }) => textContent)
}

test('R9-05 a message covers no button, neither in a corner nor of a bar at the bottom', async () => {
  await begun()
  showNotice({ kind: 'success', title: 'Saved it', action: { label: 'Undo', run: () => {} } })
  await expect.element(page.getByText('Saved it')).toBeVisible()
  await expect.poll(covered).toEqual([])
  const { top, bottom } = notice().getBoundingClientRect()
  expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
})

test('R9-05 F8 reaches the message, which stays as long as it is held, and gives the focus back', async () => {
  await begun()
  await page.getByRole('button', { name: 'Open 3', exact: true }).click()
  const run = vi.fn()
  showNotice({ kind: 'success', title: 'Saved it', action: { label: 'Undo', run } })
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  const reached = async () => {
    await userEvent.keyboard('{F8}')
    return document.activeElement?.textContent
  }
  await expect.poll(reached).toBe('Undo')
  await userEvent.keyboard('{Enter}')
  expect(run).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('button', { name: 'Open 3', exact: true })).toHaveFocus()
})
