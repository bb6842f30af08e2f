import { useSyncExternalStore } from 'react'

/** R2.4-19: 768 px or less. */
const narrow = matchMedia('(max-width: 768px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
