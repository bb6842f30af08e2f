// A PostgreSQL of Debian's for one run of the tests: in a temp folder, on a socket alone, not synced, gone afterwards.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './run.mjs'

const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'deadlock_timeout=50ms',
  'plan_cache_mode=force_generic_plan',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

export const startScratchPostgres = async (bin) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pg-'))
  chmodSync(folder, 0o755)
  const [data, socket] = ['data', 'run'].map((name) => path.join(folder, name))
  const account = unprivileged()
  for (const part of [data, socket]) {
    mkdirSync(part, { mode: 0o700 })
    if (account) chownSync(part, account.uid, account.gid)
  }
  const options = { cwd: '/', env: {}, stdio: 'ignore', ...account }
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  )
  const flags = [...SETTINGS, `unix_socket_directories=${socket}`].flatMap((setting) => ['-c', setting])
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], options)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = atEnd(async () => {
    child.kill('SIGINT')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  if (await isReady(child, data))
    return { url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socket)}`, stop }
  await stop()
  throw new Error(`The PostgreSQL in ${bin} did not start.`)
}

/** PostgreSQL refuses to run as root. */
const unprivileged = () => {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })))
  return { uid, gid }
}

const isReady = async (child, data) => {
  for (let n = 0; n < 500 && child.exitCode === null; n++) {
    if (statusIn(data) === 'ready') return true
    await sleep(20)
  }
  return false
}

const statusIn = (data) => {
  try {
    return readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim()
  } catch {
    return undefined
  }
}
