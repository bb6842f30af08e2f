// One endpoint each of `contract/dashboard.ts`.
import { applications } from '#contract/applications.ts'
import { areas } from '#contract/areas.ts'
import type { dashboard } from '#contract/dashboard.ts'
import { groups } from '#contract/groups.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { lastChanges as lastChangesOfLog } from '#server/features/logs/logs.public.ts'
import { mayCall } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { answeredBriefly } from './brief-answers.ts'
import * as store from './dashboard.store.ts'
import { connectedSince } from './facts.ts'
import { momentsOf } from './wall-clock.rules.ts'

export { adminReport } from './admin-report.ts'
export { facts } from './facts.ts'

type Api = typeof dashboard

const days = (count: number) => count * 86_400_000
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

export const lastChanges: UseCase<Api['lastChanges']> = (ctx) =>
  answeredBriefly(ctx, 'lastChanges', () => lastChangesOfLog(ctx.db))

export const loginLastHours: UseCase<Api['loginLastHours']> = (ctx) =>
  answeredBriefly(ctx, 'loginLastHours', () => store.signInsByHour(ctx.db, ctx.now))

export const adminPerApp: UseCase<Api['adminPerApp']> = (ctx) =>
  answeredBriefly(ctx, 'adminPerApp', () => store.administratorsByApplication(ctx.db))

export const connectedPerApp: UseCase<Api['connectedPerApp']> = (ctx) =>
  answeredBriefly(ctx, 'connectedPerApp', () => store.connectedByApplication(ctx.db, connectedSince(ctx)))

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
