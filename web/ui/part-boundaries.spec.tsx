// What throws in a drawer or a dialog leaves its title, its × and the page behind it.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { addTexts } from '#web/lib/i18n.ts'
import './dialog-guard.tsx'
import { Drawer } from './drawer.tsx'
import './part-error.tsx'
import { WideDialog } from './wide-dialog.tsx'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
})

const state = { broken: true }
const Fragile = () => {
  if (state.broken) throw new Error('A row without a name')
  return <p>The rows</p>
}

const inside = { title: 'Rows', width: 400 }
const kinds = {
  'a drawer': (onClose: () => void) => (
    <Drawer side="right" {...inside} onClose={onClose} footer={<p>The foot</p>}>
      <Fragile />
    </Drawer>
  ),
  'a wide dialog': (onClose: () => void) => (
    <WideDialog {...inside} onClose={onClose}>
      <Fragile />
    </WideDialog>
  ),
}

for (const [kind, drawn] of Object.entries(kinds))
  test(`${kind} whose content throws says so in its place, is drawn again and is closed`, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    state.broken = true
    const onClose = vi.fn()
    await show(drawn(onClose))
    await addTexts('page-error')
    const dialog = page.getByRole('dialog', { name: 'Rows' })
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/A row without a name/)
    state.broken = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog.getByText('The rows')).toBeVisible()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(onClose).toHaveBeenCalledOnce()
  })
