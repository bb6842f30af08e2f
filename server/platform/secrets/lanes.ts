// A few at a time, in two lanes: those for whom somebody waits first, and what can wait behind them. While others wait,
// results are handed out several at once (docs/decisions/0063).
import { Refusal } from '#server/kernel/refusal.ts'

type Lane = 'now' | 'later'

export type LaneOptions = {
  readonly atOnce: number
  /** So many of those really run; the others wait where they run. All, unless said. */
  readonly sideBySide?: number
  /** How many wait in the lane `now`, and how long, before they are told to come back. */
  readonly waiting: number
  readonly longest: number
}

/** So many results at most are handed out together. */
const together = 8

/** Of so many places one is for what can wait, even where people never cease to come. */
const turns = 10

type WaitingTask = { go(): void }

/** A result is held only where another one is about to run, and that one will hand it out: none is held for good. */
const createHandOut = () => {
  const held: (() => void)[] = []
  return async (othersWait: boolean) => {
    if (othersWait && held.length + 1 < together) return new Promise<void>((go) => held.push(go))
    for (const go of held.splice(0)) go()
  }
}

/** Who waits for a place, and who is next. */
const createQueue = ({ waiting, longest }: Pick<LaneOptions, 'waiting' | 'longest'>) => {
  const now: WaitingTask[] = []
  const later: WaitingTask[] = []
  let turn = 0

  const comeIn = () =>
    new Promise<void>((resolve, reject) => {
      if (now.length >= waiting) return reject(new Refusal('busy', 503))
      const place: WaitingTask = {
        go: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        now.splice(now.indexOf(place), 1)
        reject(new Refusal('busy', 503))
      }, longest)
      now.push(place)
    })

  return {
    wait: (lane: Lane) => (lane === 'now' ? comeIn() : new Promise<void>((go) => later.push({ go }))),
    next: () => {
      turn = (turn + 1) % turns
      return (turn === 0 && later.shift()) || now.shift() || later.shift()
    },
    isSomebodyWaiting: () => now.length > 0,
  }
}

export const lanes = ({ atOnce, sideBySide = atOnce, ...patience }: LaneOptions) => {
  const queue = createQueue(patience)
  const handOut = createHandOut()
  let running = 0

  /** Anyone who leaves hands the place on. */
  const leave = () => {
    const following = queue.next()
    if (following) following.go()
    else running--
  }

  return async <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else await queue.wait(lane)
    try {
      return await work()
    } finally {
      const othersWait = queue.isSomebodyWaiting() || running > sideBySide
      leave()
      await handOut(othersWait)
    }
  }
}
