// What a job of the clock is given, without a queue.
import { createContext, type UnitOfWork } from '#server/kernel/commit.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { constraintOf } from '#server/platform/postgres/database.ts'
import { transactionsOf } from '#server/start-queue.ts'
import type { TestPortico } from './portico.ts'

export const jobContext = (portico: TestPortico, name: string): Ctx => {
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
  const unitOfWork: UnitOfWork = {
    transaction: transactionsOf(portico.database),
    constraintOf,
    enqueue: async () => undefined,
    reactions: [],
  }
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
