import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Popover } from './popover.tsx'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
})

const opened = async ({ atOnce = false } = {}) => {
  const closed = vi.fn()
  await show(
    <>
      <Popover
        label="Filter"
        trigger="…"
        kind="dialog"
        opened={atOnce}
        onClosed={closed}
        panel={(close) => (
          <>
            <input aria-label="Name" />
            <button type="button" onClick={close}>
              Apply
            </button>
          </>
        )}
      />
      <button type="button">Beside</button>
    </>,
  )
  const button = page.getByRole('button', { name: 'Filter' })
  if (!atOnce) await button.click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await expect.element(panel).toBeVisible()
  return {
    button,
    panel,
    closed,
    name: panel.getByLabelText('Name'),
    beside: page.getByRole('button', { name: 'Beside' }),
  }
}

test('the button says what it opens, whether it is open, and which panel it controls', async () => {
  const { button, panel, closed } = await opened()
  await expect.element(button).toHaveAttribute('aria-haspopup', 'dialog')
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(button).toHaveAttribute('aria-controls', panel.element().id)
  await button.click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await expect.element(button).not.toHaveAttribute('aria-controls')
  expect(closed).toHaveBeenCalledOnce()
})

test('Escape in the panel, and what the panel itself closes with, give the focus back to the button', async () => {
  const { button, panel, name } = await opened()
  await name.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('it closes on a click beside it and when Tab leaves it, and keeps the focus where that went', async () => {
  const { button, panel, name, beside, closed } = await opened()
  await beside.click()
  await expect.element(panel).not.toBeInTheDocument()
  await button.click()
  await name.click()
  await expect.element(panel).toBeVisible()
  await userEvent.tab()
  await expect.element(panel).toBeVisible()
  await userEvent.tab()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(beside).toHaveFocus()
  expect(closed).toHaveBeenCalledTimes(2)
})

test('opened, a dialog has the focus in its first field', async () => {
  const { name } = await opened()
  await expect.element(name).toHaveFocus()
})

test('arrow keys open a menu, not a dialog', async () => {
  const { button, panel } = await opened()
  await button.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('what is to be open from the first moment is', async () => {
  const { button } = await opened({ atOnce: true })
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
})
