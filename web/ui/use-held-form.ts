// A field whose text cannot be read keeps its form from being sent: the value that it last understood is not what
// stands there.
import { type RefObject, useEffect } from 'react'

/** While `held`, the form of the field is not sent; the field gets the focus, and `onHeld` says why. */
export const useHeldForm = (field: RefObject<HTMLInputElement | null>, held: boolean, onHeld: () => void) => {
  useEffect(() => {
    const form = field.current?.form
    if (!form || !held) return undefined
    const hold = (event: Event) => {
      event.preventDefault()
      // React hears of it at the root of the page.
      event.stopImmediatePropagation()
      field.current?.focus()
      onHeld()
    }
    form.addEventListener('submit', hold)
    return () => form.removeEventListener('submit', hold)
  })
}
