// A start of Portico as an operator has it: what it prints, which processes answer, signals, and how it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { until } from './portico.ts'

const script = path.resolve(import.meta.dirname, 'start-main.ts')

type End = { readonly code: number | null; readonly out: string; readonly err: string }

export type StartedMain = {
  readonly pid: number
  readonly origin: string
  readonly said: { out: string; err: string }
  readonly ended: Promise<End>
  /** Until it says that it is ready. */
  ready(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Processes that answer now: each says of a failed sign-in of an application which one it is. */
  answering(count: number): Promise<ReadonlySet<number>>
  stop(): Promise<End>
}

const left = new Set<ChildProcess>()

/** What a failed spec left behind. */
export const killStarted = () => {
  for (const child of left) child.kill('SIGKILL')
}

export const startMain = ({
  port,
  web,
  ...environment
}: { port: number; web: string } & Record<string, string | number>) => {
  const origin = `http://localhost:${port}`
  const own = { PATH: process.env['PATH'] ?? '', PORT: String(port), PORTICO_EXAMPLE_PORT: '0' }
  const child = spawn(process.execPath, [script, web], {
    env: { ...own, PORTICO_ANONYMOUS_PER_MINUTE: '0', ...environment } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  left.add(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (said.out += part))
  child.stderr.on('data', (part: Buffer) => (said.err += part))
  const ended = new Promise<End>((resolve) =>
    child.once('close', (code) => {
      left.delete(child)
      resolve({ code, ...said })
    }),
  )
  const started: StartedMain = {
    pid: child.pid ?? 0,
    origin,
    said,
    ended,
    ready: async () => {
      const over = await Promise.race([ended, until(() => said.out.includes('Portico is ready at'))])
      if (over !== true) throw new Error(`it did not start (${over.code}):\n${over.out}${over.err}`)
    },
    signal: (name) => void child.kill(name),
    answering: (count) => answering(origin, said, count),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
  return started
}

const answering = async (origin: string, said: { readonly out: string }, count: number) => {
  const from = said.out.length
  return until(async () => {
    await ask(`${origin}/identity/connect/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=nobody&client_secret=wrong',
    })
    const pids = [...said.out.slice(from).matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid))
    const different = new Set(pids)
    return different.size >= count && different
  })
}

type Asking = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent; within?: number }

/** On a connection of its own, unless an agent keeps some. */
export const ask = (url: string, { method = 'GET', headers = {}, body, agent = new Agent(), within }: Asking = {}) =>
  new Promise<{ status: number; closes: boolean }>((resolve, reject) => {
    const asked = request(url, { method, headers, agent }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }),
      )
    })
    asked.once('error', reject)
    if (within) asked.setTimeout(within, () => asked.destroy(new Error('no answer')))
    asked.end(body)
  })
