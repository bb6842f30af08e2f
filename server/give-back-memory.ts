// What loading the server took and nothing needs any more, about 40 MB, goes back to the system. Node does so by itself
// only when memory is short. Smaller spaces for young objects would keep it low as well, and cost a quarter of the
// processor time of a call (docs/decisions/0049).
import { Session } from 'node:inspector/promises'

export const giveBackMemory = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
