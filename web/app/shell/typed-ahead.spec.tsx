import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { render } from '#web/ui/render.harness.tsx'
import { typedAhead, useTypedAhead } from './typed-ahead.ts'

afterEach(cleanup)

const Asking = () => {
  const [asked, ask] = useState(false)
  useTypedAhead(asked)
  return (
    <button type="button" onClick={() => ask(!asked)}>
      {asked ? 'asked' : 'ask'}
    </button>
  )
}

/** Whether it went where it was meant to go. */
const press = (key: string, held: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))

test('rule 7 what is typed is kept from the moment the palette is asked for, until it or a question stands there', async () => {
  await render(<Asking />)
  const button = page.getByRole('button')
  expect([press('x'), typedAhead()]).toEqual([true, ''])
  await button.click()
  await expect.element(button).toHaveTextContent('asked')
  const pressed = ['t', 'E', 'm', 'Backspace', 'n', ' ', '2'].map((key) => press(key))
  expect([pressed, typedAhead()]).toEqual([Array.from({ length: 7 }, () => false), 'tEn 2'])
  expect([press('a', { ctrlKey: true }), press('Shift'), press('Tab'), typedAhead()]).toEqual([
    true,
    true,
    true,
    'tEn 2',
  ])
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.showModal()
  expect([press('y'), typedAhead()]).toEqual([true, 'tEn 2'])
  dialog.remove()
  await button.click()
  await expect.poll(() => button.element().textContent).toBe('ask')
  // One that is there at once begins before anybody listens.
  expect([press('z'), typedAhead()]).toEqual([true, ''])
})
