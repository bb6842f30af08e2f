// The lists of the logs.
import { logs } from '#contract/logs.ts'
import { auditOperations } from '#contract/log-entries.ts'
import type { Page } from '#contract/kernel/page.ts'
import { page } from '#contract/kernel/page.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { attemptsOf, authenticationLog } from './authentication-log.store.ts'
import { shownEntry } from './entry.ts'
import { callsOf, externalApiLog } from './external-api.store.ts'
import { listLog } from './log-list.store.ts'
import { searchRecent } from './recent-entries.ts'
import { loginHistory as loginHistoryLog, sessionLog, sessionsOf } from './session-log.store.ts'
import { changesWithin, operations as operationsFound, systemLog } from './system-log.store.ts'

export { entry } from './entry.ts'
export { head } from './head.ts'
export { chain, verify, verifyAuditLog } from './verification.ts'
export { exportAuthentication, exportSystem } from './exports.ts'

type Api = typeof logs

type LogPage<Item> = Page<Item> & { readonly countIsExact: boolean; readonly searchedBackTo: string | null }

const answer = <Item>({ items, count, ...more }: LogPage<Item>, query: { odata: boolean }) => ({
  ...page(items, count, query),
  ...more,
})

export const authentication: UseCase<Api['authentication']> = async (ctx, { query }) =>
  answer(await listLog(ctx.db, authenticationLog, attemptsOf(query), ctx.now), query)

export const system: UseCase<Api['system']> = async (ctx, { query }) => {
  const asked = { ...(await changesWithin(ctx.db, query)), search: () => searchRecent(ctx, query) }
  const { items, ...found } = await listLog(ctx.db, systemLog(query), asked, ctx.now)
  return answer({ ...found, items: items.map(shownEntry) }, query)
}

export const sessions: UseCase<Api['sessions']> = async (ctx, { query }) =>
  answer(await listLog(ctx.db, sessionLog, sessionsOf(query), ctx.now), query)

export const externalApi: UseCase<Api['externalApi']> = async (ctx, { query }) =>
  answer(await listLog(ctx.db, externalApiLog, callsOf(query), ctx.now), query)

export const loginHistory: UseCase<Api['loginHistory']> = async (ctx, { query }) =>
  answer(await listLog(ctx.db, loginHistoryLog, sessionsOf(query), ctx.now), query)

export const operations: UseCase<Api['operations']> = async (ctx) => {
  const specified: readonly string[] = auditOperations
  const others = (await operationsFound(ctx.db)).filter((name) => !specified.includes(name))
  return { items: [...specified, ...others] }
}
