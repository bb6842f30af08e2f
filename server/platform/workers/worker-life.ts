// One worker as the primary sees it, from its fork to its end.
import cluster from 'node:cluster'
import { StartFailure } from '../postgres/start-failure.ts'
import { type Order, WorkerMessage } from './messages.ts'

/** It died without a word: killed, out of memory, a crash before it could say anything. */
class WorkerDied extends Error {}
/** It said why it cannot serve, in words for the operator. */
export class WorkerFailed extends StartFailure {}

type WorkerMessageName = Exclude<WorkerMessage['said'], 'failed'>

export type WorkerLife = {
  readonly pid: number
  /** Its end, as a signal or a code. */
  readonly ended: Promise<string>
  /** It listens, and may have something under way. */
  serves(): boolean
  /** Throws WorkerDied or WorkerFailed. */
  hear<Name extends WorkerMessageName>(said: Name): Promise<Extract<WorkerMessage, { said: Name }>>
  tell(order: Order): void
  kill(): void
}

export const beginWorker = (): WorkerLife => {
  const worker = cluster.fork()
  const pid = worker.process.pid ?? 0
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    // Also of a message to a worker that has just ended; without a number it was never there.
    worker.on('error', (error) => pid === 0 && resolve(error.message))
  })
  const { heard, hear, tellFailure } = hearing(worker)
  // A last word that was said comes before the end is known.
  void ended.then((how) => setImmediate(() => tellFailure(new WorkerDied(how))))
  return {
    pid,
    ended,
    serves: () => heard.some(({ said }) => said === 'ready'),
    hear,
    tell: (order) => void (worker.isConnected() && worker.send(order, () => undefined)),
    kill: () => void worker.process.kill('SIGKILL'),
  }
}

const hearing = (worker: ReturnType<typeof cluster.fork>) => {
  const heard: WorkerMessage[] = []
  let failure: Error | undefined
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  const tellFailure = (error: Error) => {
    failure ??= error
    wake()
  }
  worker.on('message', (message) => {
    const { data: word } = WorkerMessage.safeParse(message)
    if (word?.said === 'failed') return tellFailure(new WorkerFailed(word.message))
    if (word) heard.push(word)
    wake()
  })
  const hear = <Name extends WorkerMessageName>(said: Name) =>
    new Promise<Extract<WorkerMessage, { said: Name }>>((resolve, reject) => {
      const look = () => {
        const word = heard.find((one): one is Extract<WorkerMessage, { said: Name }> => one.said === said)
        if (!word && !failure) return
        waiting.delete(look)
        if (word) resolve(word)
        else reject(failure)
      }
      waiting.add(look)
      look()
    })
  return { heard, hear, tellFailure }
}
