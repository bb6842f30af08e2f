// Starts the server in its own process, asks it for the bare limits, prints the table of a benchmark.
import { fork, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import type { ClientConfig } from 'pg'
import type { Measurement } from './load.ts'
import { cpuSecondsOf, cpuSplitOf, residentMegabytes } from './processor-time.ts'

export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const messageOf = <T>(child: ChildProcess, has: (message: Record<string, unknown>) => boolean) =>
  new Promise<T>((resolve, reject) => {
    const listen = (message: unknown) => {
      if (!has(message as Record<string, unknown>)) return
      child.off('message', listen)
      resolve(message as T)
    }
    child.on('message', listen)
    child.once('exit', () => reject(new Error('the server under load ended')))
  })

type Limit = 'hash' | 'ownHash' | 'signature' | 'commit' | 'lookup'

export const startServer = async () => {
  const port = await freePort()
  const child = fork(path.join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, BENCH_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { ready, embedded } = await messageOf<{ ready: string; embedded: ClientConfig }>(
    child,
    (message) => 'ready' in message,
  )
  /** How many a second, and the milliseconds of processor time of one in the server's process. */
  const bare = async (limit: Limit, seconds = 3) => {
    const answered = messageOf<{ perSecond: number; cpu: number }>(child, (message) => message['limit'] === limit)
    child.send({ limit, seconds })
    return answered
  }
  return {
    origin: ready.replace('localhost', '127.0.0.1'),
    identity: ready,
    embedded,
    bare,
    limit: async (limit: Limit, seconds = 3) => (await bare(limit, seconds)).perSecond,
    /** Of the server's own process, in MB. */
    memory: () => residentMegabytes(child.pid ?? 0),
    /** User and system CPU seconds of the server and its PostgreSQL so far. */
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    /** The same, each for itself. */
    cpu: () => cpuSplitOf(child.pid ?? 0),
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

export const print = (
  title: string,
  row: { measured: Measurement; limitName: string; limit: number; must: string; aim: string },
) => {
  const { measured, limitName, limit } = row
  const ms = (value: number) => `${value.toFixed(1)} ms`
  process.stdout.write(
    [
      `\n${title}`,
      `  per second   ${measured.perSecond.toFixed(0)}   (${measured.done} done, ${measured.errors} errors)`,
      `  latency      p50 ${ms(measured.p50)}   p95 ${ms(measured.p95)}   p99 ${ms(measured.p99)}`,
      ...(measured.cpu
        ? [
            `  processor    server ${measured.cpu.app.toFixed(2)} ms   PostgreSQL ${measured.cpu.database.toFixed(2)} ms   of one`,
          ]
        : []),
      `  limit        ${limit.toFixed(0)} ${limitName} per second in the same run`,
      `  ratio        ${(measured.perSecond / limit).toFixed(3)} of the limit`,
      `  must         ${row.must}`,
      `  aim          ${row.aim}\n`,
    ].join('\n'),
  )
}
