// A part of a page that cannot be loaded, or throws while it is drawn, says so in its own place.
import { type ComponentType, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { startTexts } from '#web/lib/i18n.ts'
import { lazily, PartBoundary } from './lazily.tsx'
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

/** Throws while it is told to. */
const faults = { on: true }
const Faulty = ({ name }: { name: string }) => {
  if (faults.on) throw new Error('A mark without a number')
  return <Chart name={name} />
}
const FaultyChooser = ({ onClose }: { onClose: () => void }) => {
  if (faults.on) throw new Error('No one to choose')
  return <Chooser onClose={onClose} />
}

test('a chart that throws while it is drawn says so in its place; Try again draws it, and what was typed stays', async () => {
  faults.on = true
  await opened({ chart: async () => Faulty })
  await expect.element(page.getByRole('alert').getByText('A mark without a number')).toBeVisible()
  await stays()
  await again.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  faults.on = false
  await again.click()
  await expect.element(page.getByText('Chart of logins')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await stays()
})

test('a dialog that throws while it is drawn closes, and is drawn anew when it is opened again', async () => {
  faults.on = true
  await opened({ chooser: async () => FaultyChooser })
  await page.getByRole('button', { name: 'Choose' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'An error occurred' })
  await expect.element(dialog.getByText('No one to choose')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  faults.on = false
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect.element(page.getByRole('button', { name: 'Chosen' })).toBeVisible()
  await stays()
})

const Late = () => {
  const [count, add] = useState(0)
  return (
    <button type="button" onClick={() => add(count + 1)}>
      Counted {count}
    </button>
  )
}

test('what a part holds stays while the page around it is drawn again', async () => {
  const Around = () => {
    const [times, draw] = useState(0)
    return (
      <>
        <button type="button" onClick={() => draw(times + 1)}>
          Drawn {times}
        </button>
        <PartBoundary>
          <Late />
        </PartBoundary>
      </>
    )
  }
  await render(<Around />)
  await page.getByRole('button', { name: 'Counted 0' }).click()
  await page.getByRole('button', { name: 'Drawn 0' }).click()
  await expect.element(page.getByRole('button', { name: 'Drawn 1' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Counted 1' })).toBeVisible()
})
