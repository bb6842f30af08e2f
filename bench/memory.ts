// docs/goals.md row 10: the memory of a server that nobody asks anything, the program as an operator starts it, on an
// embedded database that an earlier start has made. Beside it, a process of the same Node that does nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from './processor-time.ts'
import { report, secondsOf } from './report.ts'

const program = path.resolve(import.meta.dirname, '../server/main.ts')
const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-bench-memory-'))
await chmod(folder, 0o755)
const port = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
})

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

const startProgram = async () => {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      WORKERS: '1',
      PORT: String(port),
      PORTICO_URL: `http://localhost:${port}`,
      PORTICO_DATA: folder,
      PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
      PORTICO_ADMIN_EMAIL: 'bench@people.example',
      PORTICO_ADMIN_PASSWORD: 'Bench-Password-2026!',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => String(part).includes('Portico is ready') && resolve())
    child.once('exit', (code) => reject(new Error(`the program ended (${code})`)))
  })
  return child
}

const idleMemoryOf = async (child: ChildProcess, seconds: number) => {
  await sleep(seconds * 1000)
  const megabytes = residentMegabytes(child.pid ?? 0)
  const gone = ended(child)
  child.kill('SIGTERM')
  await gone
  return megabytes
}

const fresh = await idleMemoryOf(await startProgram(), 1)
const idle = await idleMemoryOf(await startProgram(), secondsOf(30))
const bare = await idleMemoryOf(spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)']), 1)
process.stdout.write(
  [
    `\nIdle memory of the server, one process without its PostgreSQL`,
    `  first start  ${fresh.toFixed(0)} MB after a second`,
    `  idle         ${idle.toFixed(0)} MB after ${secondsOf(30)} seconds, started on data that is there`,
    `  limit        ${bare.toFixed(0)} MB: a process of the same Node that does nothing`,
    `  must         200 MB, aim 150 MB\n`,
  ].join('\n'),
)
report({ row: 'idle-memory', value: idle, bare: `an empty Node ${bare.toFixed(0)} MB` })
await rm(folder, { recursive: true, force: true })
