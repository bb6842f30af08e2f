// The primary of several workers (docs/decisions/0049): it opened the database, and keeps them there.
import { z } from 'zod'
import type { Config } from './config.ts'
import type { DemoAccount } from './demo/account.ts'
import { Workers } from './platform/workers/workers.ts'
import { startFailureText } from './taking-down.ts'
import type { WorkerTask } from './program.ts'

type Parts = {
  readonly config: Config
  readonly script: string
  readonly task: WorkerTask
  readonly tell: (line: string) => void
  readonly giveUp: (reason: string) => void
  readonly opened: (close: () => Promise<void>) => void
}

const Account = z.object({ role: z.string(), userName: z.string(), name: z.string(), note: z.string() })

/** For what is under way when a worker is told to end, after the time that it drains. */
const mostSeconds = 60

export const startWorkers = async ({
  config,
  script,
  task,
  tell,
  giveUp,
  opened,
}: Parts): Promise<readonly DemoAccount[]> => {
  process.title = 'portico'
  const workers = new Workers({
    script,
    count: config.workers,
    task,
    endsWithin: (config.drainSeconds + mostSeconds) * 1000,
    say: tell,
    gaveUp: (reason) => giveUp(startFailureText(reason)),
  })
  opened(() => workers.stop())
  process.on('SIGUSR2', () => void workers.renew())
  return z.array(Account).parse(await workers.start())
}
