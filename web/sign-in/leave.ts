// Leaving the page. It stays busy until it is gone, so the promise never settles.

/** Brief: long enough to be seen and read out, too short to be waited for. Full: §9, a redirect waits one second. */
const readingTime = { none: 0, brief: 400, full: 1000 }
export type Reading = keyof typeof readingTime

export const leave = (address: string, reading: Reading) =>
  new Promise<never>(() => {
    setTimeout(() => location.assign(address), readingTime[reading])
  })
