// Things noted while calls are answered, and written together once a second, so that a call costs no write of its own.

const everyMilliseconds = 1000
/** Written at once: thousands in one statement would keep the calls of that moment waiting. */
const most = 200

type Batch<Item> = { add(item: Item): void; stop(): Promise<void> }

/**
 * Of two with the same key, the later one is written. What cannot be written is lost, and said. One batch follows the
 * other.
 */
export const batched = <Item>(
  write: (items: readonly Item[]) => Promise<void>,
  { keyOf, failed }: { keyOf?: (item: Item) => string; failed: (error: unknown) => void },
): Batch<Item> => {
  let collected = new Map<unknown, Item>()
  let writing = Promise.resolve()
  const flush = () => {
    if (collected.size > 0) {
      const items = [...collected.values()]
      collected = new Map()
      writing = writing.then(() => write(items)).catch(failed)
    }
    return writing
  }
  const timer = setInterval(() => void flush(), everyMilliseconds)
  timer.unref()
  return {
    add: (item) => {
      collected.set(keyOf ? keyOf(item) : item, item)
      if (collected.size >= most) void flush()
    },
    stop: () => {
      clearInterval(timer)
      return flush()
    },
  }
}
