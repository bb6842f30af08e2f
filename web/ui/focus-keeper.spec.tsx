import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import './focus-keeper.ts'
import { render } from './render.harness.tsx'

afterEach(cleanup)

const Page = () => {
  const [there, keep] = useState(true)
  return (
    <main id="content" tabIndex={-1}>
      {there && (
        <button type="button" onClick={() => keep(false)}>
          Go on
        </button>
      )}
      <p>The next page</p>
    </main>
  )
}

test('rule 23 what had the focus is gone: it goes on in the page, and Tab finds what comes next', async () => {
  await render(<Page />)
  await userEvent.click(page.getByRole('button', { name: 'Go on' }))
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('a page that begins, and whoever clicks beside everything, keep the focus where it is', async () => {
  await render(<Page />)
  await userEvent.click(page.getByText('The next page'))
  await expect.poll(() => document.activeElement?.id).toBe('content')
  ;(document.activeElement as HTMLElement).blur()
  document.querySelector('p')?.append('.')
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
})

const Asking = () => {
  const [made, make] = useState(false)
  return (
    <Dialog title="Why" onClose={() => {}}>
      <p role="status">{made && <button type="button">Undo</button>}</p>
      {!made && (
        <button type="button" onClick={() => make(true)}>
          Remove now
        </button>
      )}
    </Dialog>
  )
}

test('rule 23 in a dialog it goes on inside, at the way back that is offered there', async () => {
  await render(<Asking />)
  await userEvent.click(page.getByRole('button', { name: 'Remove now' }))
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus()
})
