// A small load generator: keep-alive connections, a number of flows in flight, latencies and failures counted. It
// shares the processors with what it measures: undici's dispatcher takes two thirds of what node:http takes for a call.
import { Agent, type Dispatcher } from 'undici'
import type { ProcessorTime } from './processor-time.ts'

export type Reply = { status: number; location: string | undefined; cookies: string[]; body: string }

const agent = new Agent({ connections: 256, pipelining: 1 })

type CallOptions = { method?: string; headers?: Record<string, string>; body?: string }

const lines = (header: string | readonly string[] | undefined) => [header ?? []].flat()

/** A connection that was idle is given up before the server closes it: undici reads its Keep-Alive header. */
export const call = (url: string, { method = 'GET', headers = {}, body }: CallOptions = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const reply: Reply = { status: 0, location: undefined, cookies: [], body: '' }
    const chunks: Buffer[] = []
    const path = url.indexOf('/', url.indexOf('://') + 3)
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_, status, received) => {
        reply.status = status
        reply.location = lines(received['location'])[0]
        reply.cookies = lines(received['set-cookie']).map((line) => line.split(';')[0] ?? '')
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve({ ...reply, body: Buffer.concat(chunks).toString() }),
      onResponseError: (_, error) => reject(error),
    }
    agent.dispatch({ origin: url.slice(0, path), path: url.slice(path), method, headers, body: body ?? null }, handler)
  })

export type Measurement = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  errors: number
  done: number
  /** Milliseconds of a flow. */
  cpu?: ProcessorTime
}

/** Runs flows for a while after a warm-up. A flow that throws counts as an error, and its first words are shown. */
export const measure = async ({
  seconds,
  warmUp = 2,
  inFlight,
  flow,
  cpu,
}: {
  seconds: number
  warmUp?: number
  inFlight: number
  flow: (n: number) => Promise<void>
  /** What the server and its PostgreSQL took so far, in seconds. */
  cpu?: () => ProcessorTime
}): Promise<Measurement> => {
  let n = 0
  const run = async (length: number) => {
    const until = performance.now() + length * 1000
    const latencies: number[] = []
    let errors = 0
    const started = performance.now()
    const worker = async () => {
      while (performance.now() < until) {
        const begun = performance.now()
        try {
          await flow(n++)
          latencies.push(performance.now() - begun)
        } catch (error) {
          if (errors++ === 0)
            process.stderr.write(`${error instanceof Error ? error.message.slice(0, 300) : String(error)}\n`)
        }
      }
    }
    await Promise.all(Array.from({ length: inFlight }, worker))
    const elapsed = (performance.now() - started) / 1000
    latencies.sort((a, b) => a - b)
    const at = (share: number) =>
      latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
    return {
      perSecond: latencies.length / elapsed,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      errors,
      done: latencies.length,
    }
  }
  await run(warmUp)
  if (!cpu) return run(seconds)
  const before = cpu()
  const measured = await run(seconds)
  const after = cpu()
  const each = (part: keyof ProcessorTime) => ((after[part] - before[part]) * 1000) / (measured.done + measured.errors)
  return { ...measured, cpu: { app: each('app'), database: each('database') } }
}
