/** So long, in milliseconds, a part of the portal says that it opens (R2.5-02, R4.6-03). */
export const usualWaits = { administration: 1000, home: 1000 }

/** Specs that ask for something else do not wait. */
export const waits = { ...usualWaits }
