// A Keycloak of the operator's, unpacked at KEYCLOAK_HOME, on a database beside the one of Portico in the same
// PostgreSQL. Maven fetches its archive: `mvn dependency:get -Dartifact=org.keycloak:keycloak-quarkus-dist:26.7.3:zip`.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './harness.ts'
import { realm, realmFile } from './keycloak-realm.ts'
import { cpuSecondsOf } from './processor-time.ts'

export type Keycloak = Awaited<ReturnType<typeof startKeycloak>>

/** Of the realm it hashes a thousand passwords meanwhile, which a slow host takes five minutes for. */
const startsWithin = 900_000

/** `databasePort`: of a PostgreSQL on 127.0.0.1 that trusts `postgres` and has an empty database `keycloak`. */
export const startKeycloak = async (home: string, databasePort: number) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-bench-keycloak-'))
  // It builds itself for its database, and keeps what it imports below itself: not in the operator's copy.
  await cp(home, folder, { recursive: true })
  await mkdir(path.join(folder, 'data/import'), { recursive: true })
  await writeFile(path.join(folder, 'data/import', `${realm}-realm.json`), JSON.stringify(realmFile()))
  const port = await freePort()
  const options = {
    db: 'postgres',
    'db-url': `jdbc:postgresql://127.0.0.1:${databasePort}/keycloak`,
    'db-username': 'postgres',
    'http-enabled': 'true',
    'http-host': '127.0.0.1',
    'http-port': String(port),
    'hostname-strict': 'false',
    cache: 'local',
    'log-level': 'warn',
  }
  const parameters = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(path.join(folder, 'bin/kc.sh'), ['start', '--import-realm', ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  const until = performance.now() + startsWithin
  while (!(await isThere(`${origin}/realms/${realm}`))) {
    if (child.exitCode !== null || performance.now() > until) throw new Error('Keycloak did not start')
    await sleep(500)
  }
  return {
    base: `${origin}/realms/${realm}/protocol/openid-connect`,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isThere = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
