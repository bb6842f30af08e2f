// Long computing in portions, so that other requests have their turn in between.
import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds that one portion takes. */
const portion = 10

/** Does something with each of many, in their order. */
export const withTurns = async <Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> => {
  let began = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - began < portion) continue
    await turn()
    began = performance.now()
  }
}
