// Making a cluster: complete or not there at all, so that a start which was killed halfway leaves nothing behind.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { giveFolder } from './cluster-place.ts'
import { DATABASE_URL_HINT, reasonOf, StartFailure } from './start-failure.ts'

export const DATABASE = 'portico'
/** Owns its database and may make others (tests do), but is no superuser: SQL cannot reach the file system. */
export const USER = 'portico'

/** Makes the cluster on the first start, and checks its version on every later one. */
export const prepareCluster = (cluster: string, binaries: Binaries, account: Account | undefined): void => {
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  const version = path.join(cluster, 'PG_VERSION')
  if (existsSync(version)) {
    const found = Number.parseInt(readFileSync(version, 'utf8'), 10)
    if (found === binaries.major) return
    throw new StartFailure(
      `The database in ${cluster} was made by PostgreSQL ${found}, and this is PostgreSQL ${binaries.major}: dump it with the old version of Portico and restore it, or set DATABASE_URL.`,
    )
  }
  if (existsSync(cluster))
    throw new StartFailure(
      `${cluster} is there but holds no database: move it away, or set PORTICO_DATA to another folder.`,
    )
  giveFolder(draft, account)
  initialise(draft, binaries, account)
  createDatabase(draft, binaries, account)
  renameSync(draft, cluster)
}

/** ICU sorts names the way people do; the character classes that pg_trgm needs come from the system's UTF-8 locale. */
const initialise = (cluster: string, binaries: Binaries, account: Account | undefined): void => {
  const locales = ['C.UTF-8', 'en_US.UTF-8', 'C']
  for (const locale of locales) {
    try {
      run(binaries.initdb, initArguments(cluster, locale), { account })
      return
    } catch (error) {
      if (locale !== locales.at(-1) && /invalid locale/.test(String(error))) continue
      throw new StartFailure(`The database cannot be made in ${cluster}: ${lastLine(error)}. ${DATABASE_URL_HINT}`)
    }
  }
}

const initArguments = (cluster: string, locale: string): string[] => [
  ...['-D', cluster, '-U', 'postgres', '--auth=trust', '--no-instructions', '--encoding=UTF8'],
  ...['--locale-provider=icu', '--icu-locale=und', `--locale=${locale}`],
]

/** In single-user mode every line is a statement. */
const createDatabase = (cluster: string, binaries: Binaries, account: Account | undefined): void => {
  const input = `create role ${USER} login createdb\ncreate database ${DATABASE} owner ${USER}\n`
  run(binaries.postgres, ['--single', '-j', '-D', cluster, '-c', 'exit_on_error=on', 'postgres'], {
    account,
    input: input.replaceAll('\n', ';\n\n'),
  })
}

/** The environment is empty: PostgreSQL has no need of the server's secrets. */
const run = (
  binary: string,
  parameters: string[],
  { account, input = '' }: { account: Account | undefined; input?: string },
): void => {
  execFileSync(binary, parameters, {
    input,
    env: {},
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
    ...account,
  })
}

const lastLine = (error: unknown): string => {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  return (
    said
      .trim()
      .split('\n')
      .findLast((line) => /error|fatal|could not/i.test(line)) ?? reasonOf(error)
  )
}
