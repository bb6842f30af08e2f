// Where the cluster, its socket and its log live for a data folder.
import { createHash } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdtempSync, realpathSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { accountFor, canReach, isRoot, makeFolder, type Account } from './account.ts'
import { SYSTEM_FOLDER } from './binaries.ts'
import { reasonOf, StartFailure } from './start-failure.ts'

export type ClusterPlace = {
  readonly account: Account | undefined
  readonly cluster: string
  readonly socket: string
  readonly log: string
  /** A socket folder of this start alone, to be removed after it. */
  readonly temporarySocket: boolean
}

/** sockaddr_un holds 104 bytes on macOS, 108 on Linux, the name of the socket included. */
const SOCKET_LIMIT = 100
export const SOCKET_NAME = '/.s.PGSQL.5432'

export const openDataFolder = (dataFolder: string): string => {
  try {
    makeFolder(dataFolder)
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(dataFolder)
  } catch (error) {
    throw new StartFailure(
      `Portico cannot write to its data folder ${dataFolder} (${reasonOf(error)}). Set PORTICO_DATA to a folder it may write to, or DATABASE_URL to a PostgreSQL.`,
    )
  }
}

export const choosePlace = (dataFolder: string, say: (line: string) => void): ClusterPlace => {
  const home = chooseHome(dataFolder, say)
  const cluster = path.join(home, 'postgres')
  const account = accountFor(cluster)
  refuseForeign(cluster)
  return { account, cluster, log: path.join(home, 'postgres.log'), ...chooseSocket(home, account) }
}

/** Gives a folder to the account alone. */
export const giveFolder = (folder: string, account: Account | undefined): void => {
  makeFolder(folder, 0o700)
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
}

const chooseHome = (dataFolder: string, say: (line: string) => void): string => {
  if (!isRoot()) return dataFolder
  const elsewhere = path.join(SYSTEM_FOLDER, 'data', createHash('sha256').update(dataFolder).digest('hex').slice(0, 16))
  const here = path.join(dataFolder, 'postgres')
  // A cluster made elsewhere stays where it is, even when the folder has become reachable since.
  const moved = !existsSync(here) && existsSync(path.join(elsewhere, 'postgres'))
  if (!moved && canReach(dataFolder, accountFor(here))) return dataFolder
  makeFolder(elsewhere)
  say(`PostgreSQL runs as an unprivileged account that cannot reach ${dataFolder}: its data is in ${elsewhere}.`)
  return elsewhere
}

const refuseForeign = (cluster: string): void => {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid
  const me = process.getuid?.()
  if (owner === undefined || me === undefined || me === 0 || owner === me) return
  throw new StartFailure(
    `The database in ${cluster} belongs to another account (uid ${owner}). Start Portico as that account or as root, or set PORTICO_DATA to another folder.`,
  )
}

const chooseSocket = (home: string, account: Account | undefined): { socket: string; temporarySocket: boolean } => {
  const socket = path.join(home, 'run')
  // PostgreSQL reads a list of folders here: a comma, a quote or a blank in the path would split it.
  if (Buffer.byteLength(socket + SOCKET_NAME) <= SOCKET_LIMIT && /^[\w./@+~-]+$/.test(socket)) {
    giveFolder(socket, account)
    return { socket, temporarySocket: false }
  }
  const temporary =
    [os.tmpdir(), '/tmp'].find((folder) => canReach(folder, account) && folder.length < SOCKET_LIMIT / 2) ?? '/tmp'
  const short = mkdtempSync(path.join(temporary, 'portico-'))
  giveFolder(short, account)
  return { socket: short, temporarySocket: true }
}
