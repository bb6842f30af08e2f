// PostgreSQL refuses to run as root. Root lends it the uid of an unprivileged account, which must then reach the files.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartFailure, DATABASE_URL_HINT } from './start-failure.ts'

export type Account = { readonly uid: number; readonly gid: number }

export const isRoot = (): boolean => process.getuid?.() === 0

/** Anyone who owns the cluster already, else `nobody`, which exists everywhere. */
export const accountFor = (cluster: string): Account | undefined => {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return nobody()
}

/**
 * Whether the account may pass through every folder above, and read and enter (or run) the thing itself. Only mode bits
 * are seen.
 */
export const canReach = (target: string, account: Account | undefined): boolean => {
  if (!account) return true
  const segments = path.resolve(target).split(path.sep)
  return segments.every((_, index) => {
    const step = statSync(segments.slice(0, index + 1).join(path.sep) || path.sep, { throwIfNoEntry: false })
    if (!step) return true
    const wanted = index === segments.length - 1 ? 0o5 : 0o1
    return ((step.mode >> shiftFor(step, account)) & wanted) === wanted
  })
}

/** Makes a folder and those above it. Where root makes them, another account must pass through, whatever the umask. */
export const makeFolder = (folder: string, mode = isRoot() ? 0o755 : 0o700): void => {
  const first = mkdirSync(folder, { recursive: true, mode })
  if (!first || !isRoot()) return
  for (let step = folder; step.length >= first.length; step = path.dirname(step))
    chmodSync(step, step === folder ? mode : 0o755)
}

const shiftFor = (owned: { uid: number; gid: number }, account: Account): number => {
  if (owned.uid === account.uid) return 6
  return owned.gid === account.gid ? 3 : 0
}

const nobody = (): Account => {
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    throw new StartFailure(
      `PostgreSQL does not run as root, and this system has no account "nobody" to run it. ${DATABASE_URL_HINT}`,
    )
  }
}

// macOS says -2 for nobody; the system calls take the unsigned number.
const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })) >>> 0
