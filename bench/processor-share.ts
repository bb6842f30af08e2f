// Gives processes a share of a processor each, with all of their threads, so that a machine of few processors is like
// one where each has a slow one for itself: a control group of its own with a quota of processor time, as containers
// have (Linux: cpu.max of cgroup v2, or cpu.cfs_quota_us of v1).
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Microseconds. Short, so that the database always has something left to do. */
const period = 10_000

const v2 = { root: '/sys/fs/cgroup', isThere: 'cgroup.subtree_control' }
const v1 = { root: '/sys/fs/cgroup/cpu', isThere: 'cpu.cfs_quota_us' }

/** Undefined where there are no control groups of either kind. */
const kind = [v2, v1].find(({ root, isThere }) => existsSync(path.join(root, isThere)))

const limit = (folder: string, share: number) => {
  const quota = String(Math.round(period * share))
  if (kind === v2) return writeFileSync(path.join(folder, 'cpu.max'), `${quota} ${period}`)
  writeFileSync(path.join(folder, 'cpu.cfs_period_us'), String(period))
  writeFileSync(path.join(folder, 'cpu.cfs_quota_us'), quota)
}

const moveTo = (folder: string, pid: number) => writeFileSync(path.join(folder, 'cgroup.procs'), String(pid))

/** Why processes cannot be limited here: control groups that this user may not write, or none at all. */
export const whyNoShares = (): string | undefined => {
  if (!kind) return 'this system has no control groups'
  const folder = groupOf(process.pid)
  try {
    makeGroup(folder, 1)
    rmdirSync(folder)
    return undefined
  } catch (error) {
    return `control groups cannot be written (${(error as NodeJS.ErrnoException).code})`
  }
}

const groupOf = (pid: number) => path.join(kind?.root ?? '', `portico-bench-${pid}`)

const makeGroup = (folder: string, share: number) => {
  if (kind === v2) writeFileSync(path.join(kind.root, kind.isThere), '+cpu')
  mkdirSync(folder, { recursive: true })
  limit(folder, share)
}

export const withShares = async <T>(pids: readonly number[], share: number, work: () => Promise<T>): Promise<T> => {
  const groups = pids.map((pid) => [pid, groupOf(pid)] as const)
  try {
    for (const [pid, folder] of groups) {
      makeGroup(folder, share)
      moveTo(folder, pid)
    }
    return await work()
  } finally {
    for (const [pid, folder] of groups.filter(([, made]) => existsSync(made))) {
      moveTo(kind?.root ?? '', pid)
      rmdirSync(folder)
    }
  }
}
