// The beginning of a list in its order, without putting all of it in order.

/** As `items.toSorted(compare).slice(0, count)`; equal ones in the order in which they come. */
export const firstOf = <Item>(items: readonly Item[], count: number, compare: (a: Item, b: Item) => number): Item[] => {
  // Where a good part is wanted, one after the other would be put into its place among thousands.
  if (count * 20 > items.length) return items.toSorted(compare).slice(0, count)
  const first: Item[] = []
  for (const item of items) {
    const last = first[count - 1]
    if (last !== undefined && compare(item, last) >= 0) continue
    const place = first.findLastIndex((other) => compare(other, item) <= 0) + 1
    first.splice(place, 0, item)
    if (first.length > count) first.pop()
  }
  return first
}
