// Whether there is room for a panel beside the list.
import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(min-width: 1180px)')

const subscribe = (changed: () => void) => {
  const media = query()
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

export const useWide = () => useSyncExternalStore(subscribe, () => query().matches)
