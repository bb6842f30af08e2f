// What is typed while the palette is on its way, and would go nowhere.
import { useEffect } from 'react'

let typed = ''

const press = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
  else return
  event.preventDefault()
}

/** From the moment it is asked for. */
export const useTypedAhead = (asked: boolean) => {
  useEffect(() => {
    if (!asked) return undefined
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
      typed = ''
    }
  }, [asked])
}

/** For the palette to begin with. */
export const typedAhead = () => typed
