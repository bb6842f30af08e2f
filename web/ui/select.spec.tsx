import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Choice, Field } from './field.tsx'
import { show } from './widgets.harness.tsx'
import { WideDialog } from './wide-dialog.tsx'

afterEach(async () => {
  await cleanup()
})

const names = ['Select an area', 'Customers', 'Grants France', 'Grants Italy', 'Northern Europe']

const Areas = ({ onClose }: { onClose: () => void }) => {
  const [area, setArea] = useState('')
  return (
    <WideDialog title="Choose" width={400} onClose={onClose}>
      <Field label="Area">
        <Choice value={area} onChange={({ target }) => setArea(target.value)}>
          {names.map((name, index) => (
            <option key={name} value={index === 0 ? '' : name}>
              {name}
            </option>
          ))}
        </Choice>
      </Field>
    </WideDialog>
  )
}

const field = page.getByLabelText('Area')
const focused = () => document.activeElement?.textContent
const isOpen = () => document.querySelector('select:open') !== null

test('the list of a select is walked with the keys, several letters included, and Enter chooses', async () => {
  await show(<Areas onClose={vi.fn()} />)
  field.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(isOpen).toBe(true)
  for (const [key, name] of [
    ['{ArrowDown}', 'Customers'],
    ['{End}', 'Northern Europe'],
    ['{Home}', 'Select an area'],
    ['north', 'Northern Europe'],
    ['{ArrowUp}', 'Grants Italy'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.poll(focused, { message: key }).toBe(name)
  }
  await userEvent.keyboard('{Enter}')
  await expect.poll(isOpen).toBe(false)
  await expect.element(field).toHaveValue('Grants Italy')
  await expect.element(field).toHaveFocus()
})

test('Escape closes the list of a select and not the dialog around it', async () => {
  const close = vi.fn()
  await show(<Areas onClose={close} />)
  await field.click()
  await expect.poll(isOpen).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(isOpen).toBe(false)
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})
