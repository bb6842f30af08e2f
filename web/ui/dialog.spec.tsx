import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import { ReasonedButton } from './reasoned-button.tsx'
import './tooltip.ts'
import { tap } from './touch.harness.ts'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
})

const safe = (
  <button type="button" autoFocus>
    Keep
  </button>
)

test('a question starts on what is safe, is named and described, and Escape answers it once', async () => {
  const close = vi.fn()
  await show(
    <Dialog kind="alertdialog" title="Lock Marta?" actions={safe} onClose={close}>
      She is signed out now.
    </Dialog>,
  )
  const question = page.getByRole('alertdialog', { name: 'Lock Marta?' })
  await expect.element(question).toHaveAccessibleDescription('She is signed out now.')
  await expect.element(page.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

test('what only its cause may close survives any number of Escapes', async () => {
  await show(<Dialog title="Uploading" actions={safe} />)
  for (const _ of 'five!') await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Uploading' })).toBeVisible()
})

test('the reason of a button shows with the keyboard and at a touch; Escape hides it and leaves the dialog', async () => {
  const close = vi.fn()
  const act = (
    <ReasonedButton className="b" reason="Only God may">
      Remove
    </ReasonedButton>
  )
  await show(
    <Dialog title="Roles" actions={[<span key="safe">{safe}</span>, <span key="act">{act}</span>]} onClose={close} />,
  )
  const reason = page.getByRole('tooltip')
  await expect.element(reason).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(reason).toHaveTextContent('Only God may')
  await userEvent.keyboard('{Escape}')
  await expect.element(reason).not.toBeInTheDocument()
  expect(close).not.toHaveBeenCalled()
  await tap(page.getByRole('button', { name: 'Remove' }))
  await expect.element(reason).toBeVisible()
  await userEvent.keyboard('{Escape}{Escape}')
  expect(close).toHaveBeenCalledOnce()
})
