// One of several workers: an instance like any other, which prepares, serves and ends as its primary orders.
import { z } from 'zod'
import { readConfig } from './config.ts'
import type { Serving } from './serve-portico.ts'
import type { Program } from './program.ts'
import type { Connection } from './platform/postgres/database.ts'
import { fail, obey } from './platform/workers/obey.ts'
import { startFailureText, takingDown } from './taking-down.ts'

const Task = z.object({ connection: z.custom<Connection>((value) => value instanceof Object), exampleUrl: z.string() })

export const work = async ({ environment, webFolder }: Program): Promise<void> => {
  process.title = 'portico worker'
  try {
    const config = readConfig(environment)
    const [{ prepareInstallation }, { servePortico }] = await Promise.all([
      import('./prepare-installation.ts'),
      import('./serve-portico.ts'),
    ])
    const down = takingDown()
    let serving: Serving | undefined
    await obey({
      prepare: (task) => prepareInstallation({ config, ...Task.parse(task) }),
      serve: async (task) => {
        const { connection } = Task.parse(task)
        serving = await servePortico({ config, connection, webFolder, opened: down.opened })
      },
      retire: async () => {
        await serving?.retire()
        await down.close()
      },
      stop: down.close,
      messageOf: startFailureText,
    })
  } catch (error) {
    await fail(startFailureText(error))
  }
}
