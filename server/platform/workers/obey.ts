// A worker's side: it does what the primary orders, one order after the other, and ends when the primary is gone.
import { Order, type WorkerMessage } from './messages.ts'

type Duties = {
  /** What is done once for all workers, before any of them serves. */
  prepare(task: unknown): Promise<unknown>
  serve(task: unknown): Promise<void>
  /** Another one serves in its place: what is under way ends in order. */
  retire(): Promise<void>
  stop(): Promise<void>
  messageOf(error: unknown): string
}

/** A Ctrl-C reaches every process of the terminal, a service manager's signal every process of the service. */
const signalsOfThePrimary = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const

export const leaveSignalsToThePrimary = () => {
  for (const signal of signalsOfThePrimary) process.on(signal, () => undefined)
}

const say = (word: WorkerMessage) =>
  new Promise<void>((resolve) => {
    if (process.send === undefined || !process.connected) return resolve()
    process.send(word, undefined, {}, () => resolve())
  })

/** Node itself ends a worker whose primary is gone. */
export const obey = async (duties: Duties): Promise<void> => {
  let line = Promise.resolve()
  process.on('message', (message) => {
    const order = Order.parse(message)
    // A stop does not wait for what takes long.
    if (order.order === 'stop') void duties.stop().finally(() => process.exit(0))
    else line = line.then(() => carryOut(order, duties)).catch((error: unknown) => fail(duties.messageOf(error)))
  })
  await say({ said: 'here' })
}

const carryOut = async (order: Exclude<Order, { order: 'stop' }>, duties: Duties) => {
  switch (order.order) {
    case 'prepare':
      return say({ said: 'prepared', result: await duties.prepare(order.task) })
    case 'serve':
      await duties.serve(order.task)
      return say({ said: 'ready' })
    default:
      await duties.retire()
      process.exit(0)
  }
}

export const fail = async (message: string): Promise<never> => {
  await say({ said: 'failed', message })
  process.exit(1)
}
