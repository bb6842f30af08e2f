// What stands on top of the page (dialogs, drawers, menus, panels), in the order in which it was opened. Escape goes to
// the topmost only, whatever has the focus.
import { useLayoutEffect, useRef } from 'react'

type Layer = { readonly escape: () => void }

const layers: Layer[] = []

/** The browser's own list of a select is on top of everything here, and closes itself. */
const inNativeList = ({ target }: Event) => target instanceof HTMLOptionElement

const onKey = (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || inNativeList(event)) return
  // A dialog that hears of it closes by itself the second time, whatever its handlers say.
  event.preventDefault()
  layers.at(-1)?.escape()
}

/** Whether Escape is for something on top of the page. */
export const somethingOnTop = () => layers.length > 0

/** On top as long as it is open; `escape` is called when Escape is for it. */
export const useLayer = (open: boolean, escape: () => void) => {
  const latest = useRef(escape)
  useLayoutEffect(() => {
    latest.current = escape
  })
  useLayoutEffect(() => {
    if (!open) return
    const layer = { escape: () => latest.current() }
    if (layers.push(layer) === 1) addEventListener('keydown', onKey)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) removeEventListener('keydown', onKey)
    }
  }, [open])
}
