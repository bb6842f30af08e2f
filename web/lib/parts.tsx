// Parts of one feature that the screens of others show or call. The feature declares the type of each of its parts
// (`declare module`, beside its provider) and provides it; web/app puts the providers around the administration; a
// screen asks for a part by its name. Where nobody provides it, or the reader may not have it, it is absent.
import { createContext, type ReactNode, useContext, useMemo } from 'react'

// An interface, because features add to it.
export interface Parts {}

const PartsContext = createContext<Partial<Parts>>({})

export const useParts = () => useContext(PartsContext)

/** Adds to what is provided around it. `parts` is the same object as long as nothing in it changes. */
export const ProvideParts = ({ parts, children }: { parts: Partial<Parts>; children: ReactNode }) => {
  const around = useParts()
  const together = useMemo(() => ({ ...around, ...parts }), [around, parts])
  return <PartsContext value={together}>{children}</PartsContext>
}
