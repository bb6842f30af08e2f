// Runs of places in the tree of tenants, as sets that are united and subtracted (tree.ts).

/** From the first place to the last one, both included. */
export type Span = { readonly from: number; readonly to: number }

/** All that some spans reach: in their order, none touching another. */
export const coveredBy = (spans: readonly (Span | undefined)[]): Span[] => {
  const sorted = spans.filter((span) => span !== undefined).toSorted((a, b) => a.from - b.from)
  const united: { from: number; to: number }[] = []
  for (const { from, to } of sorted) {
    const last = united.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else united.push({ from, to })
  }
  return united
}

/** What the first reach and the others do not; both as `coveredBy` answers them. */
export const without = (spans: readonly Span[], others: readonly Span[]): Span[] => {
  const left: Span[] = []
  let at = 0
  for (const { from, to } of spans) {
    let start = from
    while (at < others.length && (others[at]?.to ?? 0) < start) at++
    for (let next = at; start <= to; next++) {
      const other = others[next]
      if (!other || other.from > to) {
        left.push({ from: start, to })
        break
      }
      if (other.from > start) left.push({ from: start, to: other.from - 1 })
      start = other.to + 1
    }
  }
  return left
}

export const sizeOf = (spans: readonly Span[]) => spans.reduce((size, { from, to }) => size + to - from + 1, 0)

/** The first place of some spans that lies within another one. */
export const firstWithin = (spans: readonly Span[], outer: Span | undefined): number | undefined => {
  if (!outer) return undefined
  const span = spans.find(({ from, to }) => from <= outer.to && to >= outer.from)
  return span && Math.max(span.from, outer.from)
}
