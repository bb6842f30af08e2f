// What a job of the clock is given, without a queue.
import { createContext } from '#server/kernel/commit.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { createUnitOfWork } from '#server/unit-of-work.ts'
import type { TestPortico } from './portico.ts'

type Enqueue = Parameters<typeof createUnitOfWork>[0]['enqueue']

/** `enqueue`: of the jobs that follow. */
export const jobContext = (portico: TestPortico, name: string, enqueue: Enqueue = async () => undefined): Ctx => {
  const actor = { kind: 'job', name } as const
  const requestInfo = {
    ip: '',
    userAgent: '',
    language: 'en',
    apiEntry: `job ${name}`,
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
  } as const
  const unitOfWork = createUnitOfWork({
    database: portico.database,
    enqueue,
    checkEvents: true,
  })
  const { services } = portico.portico
  return createContext({
    unitOfWork,
    db: portico.database,
    services,
    requestInfo,
    actor,
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
  })
}
