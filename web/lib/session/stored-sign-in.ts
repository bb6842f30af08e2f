// The sign-in in the local storage, which all tabs of a browser share (R9-21).

/** The session was closed while it was renewed: what the server answered is not kept. */
export class ClosedMeanwhile extends Error {
  readonly error = 'login_required'
}

type Format<Kept> = { read: (text: string) => Kept; write: (kept: Kept) => string }

export const storedSignIn = <Kept>(storageKey: string, { read, write }: Format<Kept>) => {
  const text = () => localStorage.getItem(storageKey)
  const parsed = (stored: string | null) => (stored ? read(stored) : undefined)
  const keep = (kept: Kept) => {
    localStorage.setItem(storageKey, write(kept))
    return kept
  }
  return {
    get: () => parsed(text()),
    keep,
    forget: async () => localStorage.removeItem(storageKey),
    /** What another tab stored meanwhile stands, and what was forgotten meanwhile stays forgotten. */
    replace: async (change: (before: Kept | undefined) => Promise<Kept>) => {
      const before = text()
      const next = await change(parsed(before))
      const now = text()
      if (now === before) return keep(next)
      const other = parsed(now)
      if (!other) throw new ClosedMeanwhile('The session was closed while it was renewed')
      return other
    },
  }
}
