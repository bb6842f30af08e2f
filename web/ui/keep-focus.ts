// What is pressed may go with what it did, once its list is read again: then the focus goes on beside it, rather than
// to the body.
import { type RefObject, useEffect } from 'react'
import { isFocusFree } from './free-focus.ts'

/** `besideOf`: asked as something gets the focus, and answers where it goes on from there. */
export const useKeptFocus = (
  place: RefObject<HTMLElement | null>,
  besideOf: (focused: Element) => (() => HTMLElement | null | undefined) | undefined,
) =>
  useEffect(() => {
    const here = place.current
    if (!here) return undefined
    let last: { focused: Element; beside: ReturnType<typeof besideOf> } | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = { focused: target, beside: besideOf(target) }
    }
    const goOn = () => {
      if (!last || last.focused.isConnected || !isFocusFree()) return
      last.beside?.()?.focus({ preventScroll: true })
      last = undefined
    }
    const observer = new MutationObserver(goOn)
    observer.observe(here, { childList: true, subtree: true })
    here.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      here.removeEventListener('focusin', remember)
    }
  }, [place, besideOf])

/**
 * For a list whose items each have a button that takes them out, both as selectors: the button in its place, else the
 * last one, else the list itself.
 */
export const inItsPlace = (list: string, button: string) => (focused: Element) => {
  const place = focused.closest<HTMLElement>(list)
  const buttons = () => [...(place?.querySelectorAll<HTMLElement>(button) ?? [])]
  const at = buttons().findIndex((one) => one === focused)
  return at < 0 ? undefined : () => buttons()[at] ?? buttons().at(-1) ?? place
}
