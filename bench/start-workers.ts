// The program as an operator starts it, on the database of a benchmark's server, and which of its processes work.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { writeWebStub } from '#server/spec/testing/web-stub.ts'
import { addressOf } from '#server/spec/testing/database-of.ts'
import { childrenOf, cpuSecondsOf } from './processor-time.ts'
import { freePort, type startServer } from './harness.ts'

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'identity' | 'embedded'>

const program = path.resolve(import.meta.dirname, '../server/spec/testing/start-main.ts')

/** One worker is the program without a primary; without a number there are as many as it starts by itself. */
export const startProgram = async ({ identity, embedded }: Server, workers?: number) => {
  const port = await freePort()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portico-bench-workers-'))
  const child = spawn(process.execPath, [program, await writeWebStub(folder)], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
      ...(workers === undefined ? {} : { WORKERS: String(workers) }),
      PORT: String(port),
      PORTICO_URL: identity,
      DATABASE_URL: addressOf(embedded as { host: string; database: string; user: string }),
      PORTICO_DATA: folder,
      PORTICO_EXAMPLE_PORT: '0',
      PORTICO_LOG_LEVEL: 'error',
      PORTICO_ANONYMOUS_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => String(part).includes('Portico is ready') && resolve())
    child.once('exit', (code) => reject(new Error(`the program ended (${code})`)))
  })
  const pid = child.pid ?? 0
  const isWorker = (command: string) => command.includes('start-main.ts') || command.includes('portico worker')
  return {
    origin: `http://127.0.0.1:${port}`,
    identity,
    workers: workers === 1 ? [pid] : childrenOf(pid, isWorker),
    /** Of the program without the database. */
    cpuSeconds: () => cpuSecondsOf(pid),
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type RunningProgram = Awaited<ReturnType<typeof startProgram>>
