// The temporary files of a run, in memory where the machine has room: each of some hundred databases is a thousand
// small files that are made and deleted again, which is half of PostgreSQL's work where they lie on a disk (ext4).
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { atEnd } from './run.mjs'

const memory = '/dev/shm'
const gigabyte = 2 ** 30

/** Linux alone has it, and containers often give it 64 MB: a run takes up to one gigabyte. */
const hasRoom = () => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 3 * gigabyte && process.availableMemory() > 6 * gigabyte
}

/** Makes the folder the one where this process and its children put temporary files; `remove` takes it away. */
export const keepTemporaryFilesInMemory = () => {
  if (!hasRoom()) return async () => undefined
  const folder = mkdtempSync(`${memory}/portico-`)
  // As root, PostgreSQL runs as another account, which must be able to pass through.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return atEnd(async () => rmSync(folder, { recursive: true, force: true }))
}
