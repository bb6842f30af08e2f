// The tree of tenants before a change and after it, in one numbering: what is reached in the one is compared with what
// is reached in the other by runs of places, however many tenants move.
import { coveredBy, type Span } from './spans.ts'
import { parentOf, reachedBy, type Target, type Tree } from './tree.ts'

/** The places before the change; after them those of tenants that are new. */
export type BothTrees = {
  readonly before: Tree
  readonly after: Tree
  /** What a role assignment reaches in each of the two; nothing where its tenant does not stand there. */
  readonly reachedBefore: (target: Target) => readonly Span[]
  readonly reachedAfter: (target: Target) => readonly Span[]
  /** Tenants that stand elsewhere now, or are gone or new, each with all below it. */
  readonly moved: readonly Span[]
  readonly gone: readonly Span[]
  readonly come: readonly Span[]
}

const spansOf = (count: number, isIn: (place: number) => boolean): Span[] => {
  const places: Span[] = []
  for (let place = 0; place < count; place++) if (isIn(place)) places.push({ from: place, to: place })
  return coveredBy(places)
}

/** By places in one tree: those whose parent in the other one is another or missing, and all below them. */
const movedIn = (tree: Tree, other: Tree) => {
  const moved = new Uint8Array(tree.order.length)
  for (const [place, id] of tree.order.entries()) {
    // Anyone comes after what is above it.
    const isCarried = moved[tree.parents[place] ?? -1] === 1
    if (isCarried || parentOf(tree, id) !== parentOf(other, id)) moved[place] = 1
  }
  return moved
}

/** Runs of places of the second tree that follow each other in the numbering too. */
const runsOf = (numbers: Int32Array) => {
  const runs: { from: number; to: number; number: number }[] = []
  const runAt = new Int32Array(numbers.length)
  for (const [place, number] of numbers.entries()) {
    const last = runs.at(-1)
    if (last && number === last.number + place - last.from) last.to = place
    else runs.push({ from: place, to: place, number })
    runAt[place] = runs.length - 1
  }
  return { runs, runAt }
}

const renumbered = (numbers: Int32Array) => {
  const { runs, runAt } = runsOf(numbers)
  return (reached: Span | undefined) => {
    const spans: Span[] = []
    if (!reached) return spans
    for (let at = runAt[reached.from] ?? 0; at < runs.length; at++) {
      const { from, to, number } = runs[at] as (typeof runs)[number]
      if (from > reached.to) break
      const [first, last] = [Math.max(from, reached.from), Math.min(to, reached.to)]
      spans.push({ from: first - from + number, to: last - from + number })
    }
    return spans
  }
}

const listed = (span: Span | undefined) => (span ? [span] : [])

export const bothTrees = (before: Tree, after: Tree): BothTrees => {
  const reachedBefore = (target: Target) => listed(reachedBy(before, target))
  const none = { moved: [], gone: [], come: [] }
  if (before === after) return { before, after, reachedBefore, reachedAfter: reachedBefore, ...none }
  const order = before.order.concat(after.order.filter((id) => !before.places.has(id)))
  const numberOf = new Map(order.map((id, number) => [id, number]))
  const inOrder = renumbered(Int32Array.from(after.order, (id) => numberOf.get(id) ?? -1))
  const [movedBefore, movedAfter] = [movedIn(before, after), movedIn(after, before)]
  const placeAfter = (number: number) => after.places.get(order[number] ?? '') ?? -1
  return {
    before,
    after,
    reachedBefore,
    reachedAfter: (target) => inOrder(reachedBy(after, target)),
    moved: spansOf(order.length, (number) => movedBefore[number] === 1 || movedAfter[placeAfter(number)] === 1),
    gone: spansOf(before.order.length, (number) => placeAfter(number) < 0),
    come: order.length > before.order.length ? [{ from: before.order.length, to: order.length - 1 }] : [],
  }
}
