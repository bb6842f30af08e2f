// Before the journeys: the demonstration as a user gets it, on a free port with a data folder of its own.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export default async () => {
  if (process.env['PORTICO_E2E_URL']) return undefined
  const port = await freePort()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-e2e-'))
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../server/main.ts')], {
    env: { ...process.env, PORT: String(port), PORTICO_DATA: folder, PORTICO_EXAMPLE_PORT: '0' },
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
  process.env['PORTICO_E2E_URL'] = `http://localhost:${port}`
  return async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
}
