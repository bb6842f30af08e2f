import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Menu } from './menu.tsx'
import { tap } from './touch.harness.ts'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
})

const opened = async () => {
  const run = vi.fn()
  const items = ['Alpha', 'Beta', 'Gamma'].map((label) => ({ id: label, label, run: () => run(label) }))
  await show(
    <>
      <Menu label="Letters" trigger="…" items={items} />
      <button type="button">Beside</button>
    </>,
  )
  const button = page.getByRole('button', { name: 'Letters' })
  return { run, button, item: (name: string) => page.getByRole('menuitem', { name }) }
}

test('a menu is walked with the arrow keys, Home, End and first letters', async () => {
  const { button, item } = await opened()
  await button.click()
  await expect.element(item('Alpha')).toHaveFocus()
  for (const [key, name] of [
    ['{ArrowDown}', 'Beta'],
    ['{End}', 'Gamma'],
    ['{ArrowDown}', 'Alpha'],
    ['{ArrowUp}', 'Gamma'],
    ['{Home}', 'Alpha'],
    ['b', 'Beta'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(item(name)).toHaveFocus()
  }
})

test('Enter runs an item, and the focus returns to the button', async () => {
  const { button, run, item } = await opened()
  await button.click()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(run).toHaveBeenCalledExactlyOnceWith('Beta')
  await expect.element(item('Beta')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a menu closes on Escape and on a click beside it', async () => {
  const { button, item } = await opened()
  await button.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(item('Alpha')).not.toBeInTheDocument()
  await button.click()
  await page.getByRole('button', { name: 'Beside' }).click()
  await expect.element(item('Alpha')).not.toBeInTheDocument()
})

test('an open menu stays at its button when the window is resized', async () => {
  await page.viewport(1000, 700)
  await show(
    <div style={{ textAlign: 'right' }}>
      <Menu label="Letters" trigger="…" items={[{ id: 'a', label: 'Alpha', run: vi.fn() }]} />
    </div>,
  )
  const button = page.getByRole('button', { name: 'Letters' })
  await button.click()
  const right = (role: 'button' | 'menu') => Math.round(page.getByRole(role).element().getBoundingClientRect().right)
  await page.viewport(600, 700)
  await expect.poll(() => right('button')).toBeLessThanOrEqual(600)
  await expect.poll(() => right('menu')).toBe(592)
  await page.viewport(1280, 900)
})

test('letters in one go lead to the item that begins with all of them', async () => {
  const labels = ['Delete', 'Add to group', 'Área', 'Add tenant']
  await show(<Menu label="Things" trigger="…" items={labels.map((label) => ({ id: label, label, run: vi.fn() }))} />)
  await page.getByRole('button', { name: 'Things' }).click()
  await userEvent.keyboard('add t')
  await expect.poll(() => document.activeElement?.textContent).toBe('Add to group')
  await userEvent.keyboard('e')
  await expect.poll(() => document.activeElement?.textContent).toBe('Add tenant')
  await expect.element(page.getByRole('menu')).toBeVisible()
})

test('ArrowUp opens a menu at its end; Tab closes it; Escape gives the focus back', async () => {
  const { button, item } = await opened()
  button.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(item('Gamma')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(item('Gamma')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Beside' })).toHaveFocus()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Alpha')).toHaveFocus()
  // Beside other specs a key came once to none: pressed again while the menu is open, it changes nothing else.
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Escape}')
      return item('Alpha').elements()
    })
    .toEqual([])
  await expect.element(button).toHaveFocus()
})

test('a finger opens a menu and chooses from it', async () => {
  const { button, item, run } = await opened()
  await tap(button)
  await expect.element(item('Beta')).toBeVisible()
  await tap(item('Beta'))
  await expect.poll(() => run.mock.calls).toEqual([['Beta']])
  await expect.element(item('Beta')).not.toBeInTheDocument()
})

test('where there is no room below, it opens above', async () => {
  await show(
    <div style={{ position: 'fixed', insetBlockEnd: 0 }}>
      <Menu label="Letters" trigger="…" items={[{ id: 'a', label: 'Alpha', run: vi.fn() }]} />
    </div>,
  )
  const button = page.getByRole('button', { name: 'Letters' })
  await button.click()
  const top = () => page.getByRole('menu').element().getBoundingClientRect().bottom
  await expect.poll(top).toBeLessThanOrEqual(button.element().getBoundingClientRect().top)
})
