// A real PostgreSQL as a supervised child: on a unix socket only, its data in the data folder, synced to disk.
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { choosePlace, type ClusterPlace, openDataFolder, SOCKET_NAME } from './cluster-place.ts'
import { DATABASE, prepareCluster, USER } from './cluster.ts'
import { takeDataLock } from './data-lock.ts'
import { embeddedSettings } from './embedded-settings.ts'
import { commandOf, isAlive } from './process-life.ts'
import { DATABASE_URL_HINT, StartFailure } from './start-failure.ts'

type EmbeddedOptions = {
  readonly dataFolder: string
  /** PostgreSQL ended without being asked to. */
  readonly onExit?: (reason: string) => void
  readonly say?: (line: string) => void
  /** Further settings of PostgreSQL; tests give up durability for speed. */
  readonly settings?: Readonly<Record<string, string>>
}

export type Embedded = {
  readonly connection: { readonly host: string; readonly database: string; readonly user: string }
  stop(): Promise<void>
}

const STARTS_WITHIN = 120_000
const STOPS_WITHIN = 20_000
const LOG_LIMIT = 10_000_000

export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  if (process.platform === 'win32')
    throw new StartFailure(`The embedded PostgreSQL does not run on Windows outside WSL. ${DATABASE_URL_HINT}`)
  const dataFolder = openDataFolder(options.dataFolder)
  const lock = takeDataLock(dataFolder)
  try {
    const place = choosePlace(dataFolder, options.say ?? console.log)
    const binaries = findBinaries(place.account)
    await stopOrphan(place)
    prepareCluster(place.cluster, binaries, place.account)
    const child = await launch(binaries.postgres, place, options.settings ?? {})
    return supervise(child, place, { onExit: options.onExit, release: () => lock.release() })
  } catch (error) {
    lock.release()
    throw error
  }
}

const supervise = (
  child: ChildProcess,
  place: ClusterPlace,
  { onExit, release }: { onExit: EmbeddedOptions['onExit']; release: () => void },
): Embedded => {
  let stopping = false
  const cleanUp = () => {
    if (place.temporarySocket) rmSync(place.socket, { recursive: true, force: true })
    release()
  }
  // The server ends without having stopped it (a failed start): PostgreSQL finishes on its own.
  const onProcessExit = () => {
    child.kill('SIGINT')
    release()
  }
  process.once('exit', onProcessExit)
  child.once('exit', (code, signal) => {
    process.removeListener('exit', onProcessExit)
    if (!stopping) onExit?.(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}): ${lastWords(place.log)}`)
  })
  return {
    connection: { host: place.socket, database: DATABASE, user: USER },
    stop: async () => {
      stopping = true
      child.ref()
      await endPostgres(Number(child.pid))
      cleanUp()
    },
  }
}

/**
 * A server that was killed leaves its PostgreSQL behind; a machine that was leaves stale files, whose number another
 * process may have now.
 */
const stopOrphan = async ({ cluster, socket }: ClusterPlace): Promise<void> => {
  const pid = readPostmaster(cluster)?.pid
  const command = pid === undefined ? undefined : commandOf(pid)
  if (pid !== undefined && isAlive(pid) && (command === undefined || command.includes(cluster))) await endPostgres(pid)
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
  // It has the same number, and PostgreSQL does not start while a process of its account has that.
  rmSync(`${socket}${SOCKET_NAME}.lock`, { force: true })
}

const launch = async (
  postgres: string,
  place: ClusterPlace,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> => {
  for (let attempt = 1; ; attempt++) {
    const child = spawnPostgres(postgres, place, settings)
    if (await becomesReady(child, place.cluster)) return child
    const words = lastWords(place.log)
    // Sessions of a postmaster that was killed are about to notice and end.
    if (attempt >= 20 || !words.includes('pre-existing shared memory'))
      throw new StartFailure(`PostgreSQL did not start: ${words} (${place.log})`)
    await sleep(250)
  }
}

/** Detached, in a process group of its own: Ctrl-C must reach the server alone, which then closes in order. */
const spawnPostgres = (
  postgres: string,
  place: ClusterPlace,
  settings: Readonly<Record<string, string>>,
): ChildProcess => {
  const all = { ...embeddedSettings, unix_socket_directories: place.socket, ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const tooLong = (statSync(place.log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT
  const log = openSync(place.log, tooLong ? 'w' : 'a', 0o640)
  try {
    const child = spawn(postgres, ['-D', place.cluster, ...flags], {
      detached: true,
      cwd: place.cluster.startsWith('/') ? '/' : undefined,
      env: {},
      stdio: ['ignore', log, log],
      ...place.account,
    })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

const becomesReady = async (child: ChildProcess, cluster: string): Promise<boolean> => {
  const deadline = Date.now() + STARTS_WITHIN
  while (Date.now() < deadline && child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster.status === 'ready') return true
    await sleep(20)
  }
  child.kill('SIGQUIT')
  return false
}

/** The first line of postmaster.pid is the process, the eighth its state. */
const readPostmaster = (cluster: string): { pid: number; status: string } | undefined => {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number.parseInt(lines[0] ?? '', 10)
    return pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : undefined
  } catch {
    return undefined
  }
}

/**
 * Fast shutdown (SIGINT): sessions end, a checkpoint is written. After the deadline at once (SIGQUIT), and the log
 * recovers it.
 */
const endPostgres = async (pid: number): Promise<void> => {
  signal(pid, 'SIGINT')
  const deadline = Date.now() + STOPS_WITHIN
  let forced = false
  while (isAlive(pid)) {
    if (!forced && Date.now() > deadline) {
      signal(pid, 'SIGQUIT')
      forced = true
    }
    if (Date.now() > deadline + STOPS_WITHIN) throw new StartFailure(`PostgreSQL (process ${pid}) does not stop.`)
    await sleep(20)
  }
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // Gone in the meantime.
  }
}

const lastWords = (log: string): string => {
  const lines = readFileSync(log, 'utf8').slice(-20_000).trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')
}
