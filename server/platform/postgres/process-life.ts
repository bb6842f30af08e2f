// Telling one process from another: a number alone is given out again after a restart.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A name for this life of the process with that number; undefined when there is none (a zombie is none). */
export const lifeOf = (pid: number): string | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  if (stat !== undefined) {
    // proc(5): the second field may hold spaces; state is the 3rd field, start time the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
  }
  return answersSignals(pid) ? (ps(pid, 'lstart=') ?? 'unknown') : undefined
}

export const isAlive = (pid: number): boolean => lifeOf(pid) !== undefined

/** Its command line, where the system tells. */
export const commandOf = (pid: number): string | undefined =>
  read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ps(pid, 'command=')

const answersSignals = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const ps = (pid: number, column: string): string | undefined => {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
