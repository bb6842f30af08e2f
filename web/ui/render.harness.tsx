// The React that users get draws when it has time, and has no `act` to wait with: here it has drawn when `render` is
// done.
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Locator } from 'vitest/browser'
import { type RenderResult, render as begin } from 'vitest-browser-react'

export const render = (content: ReactNode): Promise<RenderResult> => flushSync(() => begin(content))

/** By then it has drawn what a played timer set off. */
export const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Waiting for an element would let a played clock go on: the field is written without. */
export const write = (field: Locator, text: string) => {
  const input = field.element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** As if somebody had read and closed them. */
export const dismissNotices = () => {
  for (const dismiss of document.querySelectorAll<HTMLElement>('.notice .ic')) dismiss.click()
}
