// When memory goes back to the system. Before a server listens: what loading it took and nothing needs any more, about
// 40 MB, which Node would keep. Smaller spaces for young objects would keep it low as well, and cost a quarter of the
// processor time of a call (docs/decisions/0049).
import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'

/**
 * Milliseconds with hardly a call before V8 collects all that it can. With it go the shapes of objects of which none is
 * alive, and compiled code that rests on them, so that the next calls take more. Without this it is eight seconds, as
 * pass between any two times at which many call (docs/decisions/0064).
 */
const quiet = 6 * 60_000

/**
 * By how much old objects grow before they are collected, in percent of those alive. V8's own limit lets them grow to
 * several times that where many call (docs/decisions/0066).
 */
const growth = 25

export const giveBackMemory = async (): Promise<void> => {
  setFlagsFromString(`--memory-reducer-delay-ms=${quiet}`)
  setFlagsFromString(`--heap-growing-percent=${growth}`)
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
