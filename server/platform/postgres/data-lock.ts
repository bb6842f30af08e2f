// One server per data folder: two of them on one cluster would each stop the other's PostgreSQL.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lifeOf } from './process-life.ts'
import { StartFailure } from './start-failure.ts'

type DataLock = { release(): void }

/** Takes the folder, or refuses with the number of the process that holds it. A dead holder's lock is replaced. */
export const takeDataLock = (dataFolder: string): DataLock => {
  const lock = path.join(dataFolder, 'portico.lock')
  const mine = `${process.pid} ${lifeOf(process.pid)}\n`
  const draft = `${lock}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (link(draft, lock)) return { release: () => release(lock, mine) }
      const owner = readLock(lock)
      if (isHeld(owner))
        throw new StartFailure(`Portico is already running on this data folder (process ${owner?.split(' ')[0]}).`)
      discard(lock, owner)
    }
    throw new StartFailure(`Portico could not lock its data folder ${dataFolder}: other processes are starting on it.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Not `rename`, which replaces: a hard link is made only where nothing is. */
const link = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const isHeld = (content: string | undefined): boolean => {
  const [pid, ...life] = (content ?? '').trim().split(' ')
  return Number(pid) > 0 && lifeOf(Number(pid)) === life.join(' ')
}

/** Between reading and moving, another starter may have put its own lock there: then that one goes back. */
const discard = (lock: string, stale: string | undefined): void => {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readLock(aside) !== stale) link(aside, lock)
  rmSync(aside, { force: true })
}

const release = (lock: string, mine: string): void => {
  if (readLock(lock) === mine) rmSync(lock, { force: true })
}

const readLock = (lock: string): string | undefined => {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}
