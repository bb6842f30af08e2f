// What a job of the clock is given, without a queue.
import { committer } from '#server/kernel/commit.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { constraintOf } from '#server/platform/postgres/database.ts'
import type { TestPortico } from './portico.ts'

export const jobContext = (portico: TestPortico, name: string): Ctx => {
  const actor = { kind: 'job', name } as const
  const visit = { ip: '', userAgent: '', language: 'en', apiEntry: `job ${name}`, cookies: {}, setCookie: () => undefined, clearCookie: () => undefined } as const
  const now = new Date()
  const ledger = { transaction: <T>(work: Parameters<typeof portico.write<T>>[0]) => portico.write(work), constraintOf, enqueue: async () => undefined, reactions: [] }
  return { actor, now, db: portico.database, visit, services: portico.portico.services, newId: () => crypto.randomUUID(), commit: committer(ledger, { actor, now, visit }) }
}
