// Things noted while calls are answered, and written together once a second, so that a call costs no write of its own.

const everyMilliseconds = 1000

export type Batch<Item> = { add(item: Item): void; stop(): Promise<void> }

/** Of two with the same key, the later one is written. What cannot be written is lost, and said. */
export const batched = <Item>(write: (items: readonly Item[]) => Promise<void>, { keyOf, failed }: { keyOf?: (item: Item) => string; failed: (error: unknown) => void }): Batch<Item> => {
  let collected = new Map<unknown, Item>()
  const flush = async () => {
    if (collected.size === 0) return
    const items = [...collected.values()]
    collected = new Map()
    await write(items).catch(failed)
  }
  const timer = setInterval(() => void flush(), everyMilliseconds)
  timer.unref()
  return {
    add: (item) => void collected.set(keyOf ? keyOf(item) : item, item),
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
