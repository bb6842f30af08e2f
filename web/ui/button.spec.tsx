// A button that may not be pressed now keeps the focus (WCAG 2.4.3).
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { useState } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { render } from './render.harness.tsx'
import './base.css'
import './controls.css'

afterEach(cleanup)

const Form = ({ onSend }: { onSend: () => void }) => {
  const [busy, setBusy] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        onSend()
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" off={busy}>
        Save
      </Button>
    </form>
  )
}

const save = page.getByRole('button', { name: 'Save' })
const drawn = () => new Promise((done) => setTimeout(done, 100))

test('while it waits it keeps the focus, and neither it nor Enter in a field sends again', async () => {
  const onSend = vi.fn()
  await render(<Form onSend={onSend} />)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(save).toBeDisabled()
  await drawn()
  await expect.element(save).toHaveFocus()
  await userEvent.keyboard('{Enter} ')
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenCalledOnce()
})

const Failing = ({ gone }: { gone: boolean }) => {
  const [failed, fail] = useState(false)
  return (
    <>
      {failed && <Alert>It failed</Alert>}
      <div style={{ height: 3000 }} />
      {!(failed && gone) && (
        <Button off={false} onClick={() => fail(true)}>
          Save
        </Button>
      )}
    </>
  )
}

test('an alert that appears far from what was pressed comes into view, and the button keeps the focus', async () => {
  await render(<Failing gone={false} />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  expect(save.element()).toBe(document.activeElement)
})

test('where what was pressed is gone, the alert has the focus', async () => {
  await render(<Failing gone />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveFocus()
})
