// Threads that do nothing but hash: nothing else of Node's pool waits behind passwords, and one hash follows the other
// without the event loop in between (docs/decisions/0070).
import { Worker } from 'node:worker_threads'

export type HashCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }

/** What a thread is asked: a hash, or whether one is of this password. */
export type HashJob = { readonly password: string } & ({ readonly cost: HashCost } | { readonly stored: string })
export type HashAnswer = { readonly value: string | boolean } | { readonly failure: string }

type ThreadOptions = {
  /** Milliseconds with nothing to do after which a thread ends: each holds 8 MB. */
  readonly quietMs?: number
  readonly script?: URL
  /** As the system shows it. */
  readonly name?: string
}

type Waiting = Pick<PromiseWithResolvers<HashAnswer>, 'resolve' | 'reject'>
type Thread = {
  readonly waiting: readonly Waiting[]
  answerTo(job: HashJob): Promise<HashAnswer>
  end(): Promise<unknown>
}

const heap = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }
const ownScript = new URL('./hash-thread.mjs', import.meta.url)

/** `gone`: it takes no more jobs. With nothing to do it keeps no process alive. */
const startThread = (
  { quietMs = 60_000, script = ownScript, name = 'hash' }: ThreadOptions,
  gone: () => void,
): Thread => {
  const worker = new Worker(script, { name, resourceLimits: heap })
  const waiting: Waiting[] = []
  let ending: NodeJS.Timeout | undefined

  const end = () => {
    clearTimeout(ending)
    gone()
    return worker.terminate()
  }
  const lose = (error: unknown) => {
    gone()
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  worker.on('message', (answer: HashAnswer) => {
    waiting.shift()?.resolve(answer)
    if (waiting.length > 0) return
    worker.unref()
    ending = setTimeout(() => void end(), quietMs).unref()
  })
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`A thread that hashes ended with ${code}.`)))

  return {
    waiting,
    answerTo: (job) => {
      clearTimeout(ending)
      worker.ref()
      const { promise, ...mine } = Promise.withResolvers<HashAnswer>()
      waiting.push(mine)
      worker.postMessage(job)
      return promise
    },
    end,
  }
}

export const hashThreads = ({ most, ...options }: ThreadOptions & { readonly most: number }) => {
  const threads = new Set<Thread>()

  const start = () => {
    const thread = startThread(options, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }
  /** One with nothing to do, else another one, else the one with least to do. */
  const next = (): Thread => {
    const [least] = [...threads].toSorted((one, other) => one.waiting.length - other.waiting.length)
    return least && (least.waiting.length === 0 || threads.size >= most) ? least : start()
  }
  const answerTo = async (job: HashJob) => {
    const answer = await next().answerTo(job)
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.value
  }
  return {
    hash: async (password: string, cost: HashCost) => String(await answerTo({ password, cost })),
    verify: async (stored: string, password: string) => (await answerTo({ password, stored })) === true,
    /** Whoever still waits is told that it is over. */
    close: async () => void (await Promise.all([...threads].map(({ end }) => end()))),
  }
}
