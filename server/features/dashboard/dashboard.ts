// One endpoint each of `contract/dashboard.ts`.
import { accessTokens } from '#contract/access-tokens.ts'
import { applications } from '#contract/applications.ts'
import { areas } from '#contract/areas.ts'
import type { dashboard } from '#contract/dashboard.ts'
import { groups } from '#contract/groups.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { isAllowed, type Policy } from '#contract/policies.ts'
import { rights } from '#contract/rights.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { callerOf, hasRole, mayCall } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { answeredBriefly } from './brief-answers.ts'
import * as store from './dashboard.store.ts'
import { momentsOf } from './wall-clock.rules.ts'

export { adminReport } from './admin-report.ts'

type Api = typeof dashboard

const minutes = (count: number) => count * 60_000
const days = (count: number) => count * minutes(1_440)
/** R2.5-19 */
const connectedFor = minutes(30)
const shownDays = 7

/** The number where the caller may call the endpoint that shows the things, else nothing. */
const countFor = (ctx: ReadCtx) => (endpoint: AnyEndpoint, count: number | undefined) =>
  mayCall(endpoint.access, ctx.actor) ? (count ?? 0) : null

export const summary: UseCase<Api['summary']> = async (ctx) => {
  const found = await answeredBriefly(ctx, 'summary', () => store.countEverything(ctx.db))
  const shown = countFor(ctx)
  return {
    usersCount: shown(users.list, found?.users),
    groupsCount: shown(groups.list, found?.groups),
    appsCount: shown(applications.list, found?.applications),
    areasCount: shown(areas.list, found?.areas),
    tenantsCount: shown(tenants.export, found?.tenants),
  }
}

export const facts: UseCase<Api['facts']> = async (ctx) => {
  const { id: callerId, roles } = callerOf(ctx)
  const connectedSince = new Date(ctx.now.getTime() - connectedFor)
  const found = await answeredBriefly(ctx, 'facts', () => store.countFacts(ctx.db, { now: ctx.now, connectedSince }))
  const expiring = await store.countExpiringTokens(ctx.db, { callerId, now: ctx.now })
  const shown = countFor(ctx)
  const byPolicy = (policy: Policy, count: number | undefined) => (isAllowed(policy, roles) ? (count ?? 0) : null)
  return {
    waitingRequests: hasRole(ctx, 'Administrator') ? (found?.waitingRequests ?? 0) : null,
    expiringTokens: shown(accessTokens.list, expiring),
    activeTokens: shown(accessTokens.all, found?.activeTokens),
    tenantsWithSecondFactor: shown(tenants.setSecondFactor, found?.tenantsWithSecondFactor),
    eventsToday: byPolicy('readsLogs', found?.eventsToday),
    lockedUsers: shown(users.list, found?.lockedUsers),
    openRightsRequests: shown(rights.list, found?.openRightsRequests),
    connectedUsers: shown(applications.list, found?.connectedUsers),
  }
}

export const loginLastHours: UseCase<Api['loginLastHours']> = (ctx) =>
  answeredBriefly(ctx, 'loginLastHours', () => store.signInsByHour(ctx.db, ctx.now))

export const adminPerApp: UseCase<Api['adminPerApp']> = (ctx) =>
  answeredBriefly(ctx, 'adminPerApp', () => store.administratorsByApplication(ctx.db))

export const connectedPerApp: UseCase<Api['connectedPerApp']> = (ctx) =>
  answeredBriefly(ctx, 'connectedPerApp', () =>
    store.connectedByApplication(ctx.db, new Date(ctx.now.getTime() - connectedFor)),
  )

export const globalAdminPerAreas: UseCase<Api['globalAdminPerAreas']> = (ctx, { query: { tenantId, appId } }) =>
  answeredBriefly(ctx, `globalAdminPerAreas ${tenantId} ${appId}`, () =>
    store.administratorsByArea(ctx.db, { tenantId, applicationId: appId }),
  )

export const externalApiAccess: UseCase<Api['externalApiAccess']> = (ctx, { query }) => {
  const asked = momentsOf(query)
  const until = asked.until ?? ctx.now
  const from = asked.from ?? new Date(until.getTime() - days(shownDays))
  const { startDate, endDate, timeZone } = query
  return answeredBriefly(ctx, `externalApiAccess ${startDate} ${endDate} ${timeZone}`, () =>
    store.callsByUser(ctx.db, { from, until }),
  )
}
