// User and system seconds of a process and all below it, and the memory of one, as Linux counts them; NaN elsewhere.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** The parent, and the ticks of the process and of its children that ended (proc(5), fields 4 and 14 to 17). */
const statOf = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: fields[1] ?? '', ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) }
  } catch {
    // It ended while the others were read.
    return undefined
  }
}

export const cpuSecondsOf = (pid: number): number => {
  if (process.platform !== 'linux') return Number.NaN
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []))
  const below = Map.groupBy(stats, ({ parent }) => parent)
  const ticksBelow = (parent: string): number =>
    (below.get(parent) ?? []).reduce((sum, { pid: child, ticks }) => sum + ticks + ticksBelow(child), 0)
  const own = stats.find((stat) => stat.pid === String(pid))?.ticks ?? 0
  return (own + ticksBelow(String(pid))) / ticksPerSecond
}

/** Those whose command line is as wanted. */
export const childrenOf = (pid: number, isWanted: (command: string) => boolean): number[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []))
    .filter(({ pid: child, parent }) => parent === String(pid) && isWanted(commandOf(child)))
    .map((child) => Number(child.pid))
}

const commandOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

export const residentMegabytes = (pid: number): number => {
  if (process.platform !== 'linux') return Number.NaN
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_000
}
