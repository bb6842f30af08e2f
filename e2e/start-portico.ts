// Before the journeys: the demonstration as a user gets it, on free ports with data folders of their own; once with the
// portal's default protocol, once with the specification's `id_token token`.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { startIssuer } from './issuer.ts'

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const startOnce = async (environment: Record<string, string>) => {
  const port = await freePort()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-e2e-'))
  // As root PostgreSQL runs as another account, which must get in.
  await chmod(folder, 0o755)
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../server/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      PORTICO_DATA: folder,
      PORTICO_EXAMPLE_PORT: '0',
      PORTICO_ANONYMOUS_PER_MINUTE: '0',
      // Receivers of webhooks are beside it.
      PORTICO_WEBHOOK_PRIVATE: 'true',
      PORTICO_WEBHOOK_HTTP: 'true',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (part: Buffer) => {
      said += part
      if (said.includes('Portico is ready at')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the demonstration did not start (${code}):\n${said}`)))
  })
  return {
    url: `http://localhost:${port}`,
    folder,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A port that was free may be taken by the time that the server listens. */
const startDemonstration = async (environment: Record<string, string>, tries = 3): ReturnType<typeof startOnce> => {
  try {
    return await startOnce(environment)
  } catch (error) {
    if (tries <= 1) throw error
    return startDemonstration(environment, tries - 1)
  }
}

export default async () => {
  if (process.env['PORTICO_E2E_URL']) return undefined
  const back = () => `${process.env['PORTICO_E2E_URL']}/api/v1/account/externalCallback`
  const workAccounts = await startIssuer(await freePort(), back)
  const starting = [
    startDemonstration({ PORTICO_IDENTIFY_AS: 'true', ...workAccounts.environment }),
    // One with workers, as it comes, and one without.
    startDemonstration({ PORTICO_RESPONSE_TYPE: 'id_token token', WORKERS: '1' }),
  ]
  const [standard, implicit] = await Promise.all(starting).catch(async (error: unknown) => {
    // The other one would go on by itself.
    for (const one of await Promise.allSettled(starting)) if (one.status === 'fulfilled') await one.value.stop()
    await workAccounts.stop()
    throw error
  })
  if (!standard || !implicit) throw new Error('the demonstrations did not start')
  process.env['PORTICO_E2E_URL'] = standard.url
  process.env['PORTICO_E2E_IMPLICIT_URL'] = implicit.url
  process.env['PORTICO_E2E_DATA'] = standard.folder
  return async () => {
    await Promise.all([standard.stop(), implicit.stop(), workAccounts.stop()])
  }
}
