// What a process opened is closed before it ends, the newest first; and what it says when it cannot start.
import { ConfigurationFault } from './config.ts'
import { StartFailure } from './platform/postgres/start-failure.ts'

export const takingDown = () => {
  const opened: (() => Promise<void>)[] = []
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    for (const close of opened.reverse())
      await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
  return {
    opened: (close: () => Promise<void>) => void opened.push(close),
    /** Anyone who asks waits for all. */
    close: () => (closing ??= closeAll()),
  }
}

/** One line of what an operator can act on; of anything else where it happened. */
export const startFailureText = (error: unknown): string =>
  error instanceof ConfigurationFault || error instanceof StartFailure
    ? error.message
    : `Portico could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
