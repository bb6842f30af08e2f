// A part of a page that cannot be loaded says so in its own place.
import { type ComponentType, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { startTexts } from '#web/lib/i18n.ts'
import { lazily } from './lazily.tsx'
import { render } from './render.harness.tsx'
import './part-error.tsx'

afterEach(cleanup)

const missing = 'Failed to fetch dynamically imported module: /identity/assets/gone-1a2b3c4d.js'

/** Fails as often as told, then comes. */
const failing = <P extends object>(error: Error, Part: ComponentType<P>) =>
  vi.fn<() => Promise<ComponentType<P>>>(async () => Part).mockRejectedValueOnce(error)

const Chart = ({ name }: { name: string }) => <p>Chart of {name}</p>
const Chooser = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    Chosen
  </button>
)

const Form = ({ chart, chooser }: Parts) => {
  const [open, setOpen] = useState(false)
  const [Drawn] = useState(() => lazily(chart))
  const [Choosing] = useState(() => lazily(chooser))
  return (
    <>
      <input aria-label="Name" />
      <Drawn name="logins" />
      <button type="button" onClick={() => setOpen(true)}>
        Choose
      </button>
      {open && <Choosing onClose={() => setOpen(false)} />}
    </>
  )
}
type Parts = {
  chart: () => Promise<ComponentType<{ name: string }>>
  chooser: () => Promise<ComponentType<{ onClose: () => void }>>
}

const opened = async (parts: Partial<Parts>) => {
  await startTexts(['shell', 'errors', 'page-error'])
  await render(<Form chart={async () => Chart} chooser={async () => Chooser} {...parts} />)
  await page.getByLabelText('Name').fill('What was typed')
}

const stays = () => expect.element(page.getByLabelText('Name')).toHaveValue('What was typed')
const again = page.getByRole('button', { name: 'Try again' })

test('a chart whose file is gone is asked for again in its place; the form around it keeps what was typed', async () => {
  const chart = failing(new TypeError(missing), Chart)
  await opened({ chart })
  await expect.element(page.getByRole('alert').getByText('Portico was updated')).toBeVisible()
  await stays()
  await again.click()
  await expect.element(page.getByText('Chart of logins')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await stays()
  expect(chart).toHaveBeenCalledTimes(2)
})

test('in place of a dialog stands one that closes, and what did not come is loaded when it is opened again', async () => {
  const chooser = failing(new Error('No texts'), Chooser)
  await opened({ chooser })
  await page.getByRole('button', { name: 'Choose' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'An error occurred' })
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await stays()
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect.element(page.getByRole('button', { name: 'Chosen' })).toBeVisible()
  await stays()
})

test('a dialog that did not come takes its place once it does', async () => {
  const chooser = failing(new TypeError(missing), Chooser)
  await opened({ chooser })
  await page.getByRole('button', { name: 'Choose' }).click()
  await again.click()
  await page.getByRole('button', { name: 'Chosen' }).click()
  await expect.element(page.getByRole('button', { name: 'Chosen' })).not.toBeInTheDocument()
  await stays()
})
