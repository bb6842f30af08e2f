// How much of the processors' time the host gave to others, where this is a virtual machine (proc_stat(5), `steal`): a
// figure that was measured meanwhile says as much about its neighbours. NaN where nobody counts it.
import { readFileSync } from 'node:fs'

/** The ticks of all processors since the machine began, and those of them that were stolen. */
const ticks = () => {
  try {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/) ?? []
    // The first eight: the time of guests, behind them, is part of the user's.
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, stolen = Number.NaN] =
      fields.map(Number)
    return { all: user + nice + system + idle + wait + irq + softirq + stolen, stolen }
  } catch {
    return { all: Number.NaN, stolen: Number.NaN }
  }
}

/** Answers with the percentage since it was last asked, or made; asked again at once, with the same. */
export const stolenTime = () => {
  let last = ticks()
  let percent = Number.NaN
  return (): number => {
    const now = ticks()
    if (now.all !== last.all) percent = ((now.stolen - last.stolen) / (now.all - last.all)) * 100
    last = now
    return percent
  }
}
