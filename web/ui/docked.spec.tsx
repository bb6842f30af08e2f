import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import { Docked } from './docked.tsx'
import { Menu } from './menu.tsx'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
})

const Question = ({ onClose }: { onClose: () => void }) => (
  <Dialog kind="alertdialog" title="Undo it?" actions={<button type="button">Keep</button>} onClose={onClose} />
)

const Screen = () => {
  const [open, setOpen] = useState<string>()
  const [asking, ask] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen('An entry')}>
        Row
      </button>
      <button type="button" onClick={() => setOpen((before) => before && 'Another entry')}>
        Other row
      </button>
      {open && (
        <Docked title={open} head={<h2>Entry</h2>} foot={<p>Foot</p>} onClose={() => setOpen(undefined)}>
          <Menu label="Letters" trigger="…" items={[{ id: 'a', label: 'Alpha', run: () => ask(true) }]} />
          {asking && <Question onClose={() => ask(false)} />}
        </Docked>
      )}
    </>
  )
}

const opened = async () => {
  await show(<Screen />)
  const row = page.getByRole('button', { name: 'Row', exact: true })
  await row.click()
  const panel = page.getByRole('complementary', { name: 'An entry' })
  await expect.element(panel).toBeVisible()
  return {
    row,
    panel,
    close: panel.getByRole('button', { name: 'Close' }),
    menu: panel.getByRole('button', { name: 'Letters' }),
  }
}

test('a docked panel is a named part of the page and leaves the focus in the list when it opens', async () => {
  const { row, panel } = await opened()
  await expect.element(row).toHaveFocus()
  await expect.element(panel).toMatchTextContent(/Entry/)
  await expect.element(panel).toMatchTextContent(/Foot/)
})

test('its × gives the focus back to what opened it, by keyboard too', async () => {
  const { row, panel, close } = await opened()
  for (const leave of [
    () => close.click(),
    () => userEvent.keyboard('{Enter}'),
    () => userEvent.keyboard('{Escape}'),
  ]) {
    ;(close.element() as HTMLElement).focus()
    await leave()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(row).toHaveFocus()
    await row.click()
  }
})

test('rule 33 F6 goes into it from the list and back to what opened what it shows', async () => {
  const { row, panel } = await opened()
  await userEvent.keyboard('{F6}')
  await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{F6}')
  await expect.element(row).toHaveFocus()
  const other = page.getByRole('button', { name: 'Other row' })
  await other.click()
  const next = page.getByRole('complementary', { name: 'Another entry' })
  await expect.element(next).toBeVisible()
  await userEvent.keyboard('{F6}')
  await expect.poll(() => next.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(next).not.toBeInTheDocument()
  await expect.element(other).toHaveFocus()
})

test('Escape that ends the writing of a character, or that something in it took for itself, leaves it open', async () => {
  const { panel, close } = await opened()
  const press = (given: KeyboardEventInit) =>
    close.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...given }))
  press({ isComposing: true })
  const takes = (event: Event) => event.preventDefault()
  close.element().addEventListener('keydown', takes)
  press({ cancelable: true })
  await expect.element(panel).toBeVisible()
  close.element().removeEventListener('keydown', takes)
  press({ cancelable: true })
  await expect.element(panel).not.toBeInTheDocument()
})

test('Escape in the list leaves it open; closed from there, the focus stays where it is', async () => {
  await opened()
  const panel = page.getByRole('complementary')
  const other = page.getByRole('button', { name: 'Other row' })
  await other.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).toBeVisible()
  await expect.element(other).toHaveFocus()
})

test('Escape goes to the menu or the question that was opened in it first, and only then to it', async () => {
  const { panel, menu } = await opened()
  await menu.click()
  await expect.element(page.getByRole('menuitem', { name: 'Alpha' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  await menu.click()
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('alertdialog', { name: 'Undo it?' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  await expect.element(menu).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})
