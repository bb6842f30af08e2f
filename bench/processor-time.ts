// User and system seconds of a process and all below it, those of PostgreSQL by themselves, and the memory of one, as
// Linux counts them; NaN elsewhere.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** The parent, and the ticks of the process and of its children that ended (proc(5), fields 4 and 14 to 17). */
const statOf = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    return {
      pid,
      name,
      parent: fields[1] ?? '',
      ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
    }
  } catch {
    // It ended while the others were read.
    return undefined
  }
}

export type ProcessorTime = { readonly app: number; readonly database: number }

/** Seconds of the processes that are called `postgres`, and of all others. */
export const cpuSplitOf = (pid: number): ProcessorTime => {
  if (process.platform !== 'linux') return { app: Number.NaN, database: Number.NaN }
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []))
  const below = Map.groupBy(stats, ({ parent }) => parent)
  const family = (parent: string): Stat[] => (below.get(parent) ?? []).flatMap((child) => [child, ...family(child.pid)])
  const all = [...stats.filter((stat) => stat.pid === String(pid)), ...family(String(pid))]
  const seconds = (some: readonly Stat[]) => some.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond
  const isPostgres = ({ name }: Stat) => name.startsWith('postgres')
  return { app: seconds(all.filter((stat) => !isPostgres(stat))), database: seconds(all.filter(isPostgres)) }
}

type Stat = NonNullable<ReturnType<typeof statOf>>

export const cpuSecondsOf = (pid: number): number => {
  const { app, database } = cpuSplitOf(pid)
  return app + database
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
