// A few at a time, in two lanes: those for whom somebody waits first, and what can wait behind them.
import { Refusal } from '#server/kernel/refusal.ts'

type Lane = 'now' | 'later'

export type LaneOptions = {
  readonly atOnce: number
  /** How many wait in the lane `now`, and how long, before they are told to come back. */
  readonly waiting: number
  readonly longest: number
}

/** Of so many places one is for what can wait, even where people never cease to come. */
const turns = 10

type WaitingTask = { go(): void }

export const lanes = ({ atOnce, waiting, longest }: LaneOptions) => {
  const now: WaitingTask[] = []
  const later: WaitingTask[] = []
  let running = 0
  let turn = 0

  const next = () => {
    turn = (turn + 1) % turns
    return (turn === 0 && later.shift()) || now.shift() || later.shift()
  }

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

  const waitBehind = () => new Promise<void>((go) => later.push({ go }))

  /** Anyone who leaves hands the place on. */
  const leave = () => {
    const following = next()
    if (following) following.go()
    else running--
  }

  return async <T>(lane: Lane, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else await (lane === 'now' ? comeIn() : waitBehind())
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
