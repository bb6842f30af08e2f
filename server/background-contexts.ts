// The context of what is done without a request: by a job, by the clock, or in the name of the person who asked for it.
import { createContext, type UnitOfWork } from './kernel/commit.ts'
import type { Actor, Ctx, RequestInfo, Services, Tx } from './kernel/context.ts'
import { newId } from './kernel/new-id.ts'
import type { Database } from './platform/postgres/database.ts'

type Parts = {
  readonly database: Database
  readonly unitOfWork: UnitOfWork
  readonly services: Services
  readonly now: () => Date
}

type RequestOrigin = Pick<RequestInfo, 'ip' | 'apiEntry' | 'language'>

/** Of what no call of the API does: there are no cookies to read or to set. */
const requestInfoOf = (from: RequestOrigin): RequestInfo => ({
  ...from,
  userAgent: '',
  cookies: {},
  setCookie: () => undefined,
  clearCookie: () => undefined,
})

/** `authorize`: looked at again in each transaction. */
export type ContextFor = (actor: Actor, from: RequestOrigin, authorize?: (tx: Tx) => Promise<Actor>) => Ctx

export const backgroundContexts =
  ({ database, unitOfWork, services, now }: Parts): ContextFor =>
  (actor, from, authorize) =>
    createContext({
      unitOfWork,
      db: database,
      services,
      requestInfo: requestInfoOf(from),
      actor,
      clock: now,
      newId,
      authorize,
    })

/** In the audit log under the name of the job. */
export const jobContext = (contextFor: ContextFor, name: string): Ctx =>
  contextFor({ kind: 'job', name }, { ip: '', apiEntry: `job ${name}`, language: 'en' })
