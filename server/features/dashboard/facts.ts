// What waits and what looks wrong, each for those who may look at it.
import { accessTokens } from '#contract/access-tokens.ts'
import { applications } from '#contract/applications.ts'
import type { dashboard } from '#contract/dashboard.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { logs } from '#contract/logs.ts'
import { isAllowed, type Policy } from '#contract/policies.ts'
import { policyDocuments } from '#contract/policy-documents.ts'
import { rights } from '#contract/rights.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { webhooks } from '#contract/webhooks.ts'
import { lastVerification } from '#server/features/logs/logs.public.ts'
import { callerOf, hasRole, mayCall } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { answeredBriefly } from './brief-answers.ts'
import { countExpiringTokens, countFacts } from './facts.store.ts'

type Api = typeof dashboard

/** R2.5-19: thirty minutes. */
const connectedFor = 30 * 60_000
export const connectedSince = ({ now }: ReadCtx) => new Date(now.getTime() - connectedFor)

const stateOf = (found: Awaited<ReturnType<typeof lastVerification>>) => {
  if (!found) return 'unverified'
  return found.after.firstBreak ? 'broken' : 'whole'
}

export const facts: UseCase<Api['facts']> = async (ctx, { query: { timeZone } }) => {
  const { id: callerId, roles } = callerOf(ctx)
  const found = await answeredBriefly(ctx, `facts ${timeZone}`, () =>
    countFacts(ctx.db, { now: ctx.now, connectedSince: connectedSince(ctx), timeZone }),
  )
  const expiring = await countExpiringTokens(ctx.db, { callerId, now: ctx.now })
  const shown = (endpoint: AnyEndpoint, count: number) => (mayCall(endpoint.access, ctx.actor) ? count : null)
  const administers = hasRole(ctx, 'Administrator')
  const byPolicy = (policy: Policy, count: number) => (isAllowed(policy, roles) ? count : null)
  return {
    waitingRequests: administers ? found.waitingRequests : null,
    expiringTokens: shown(accessTokens.list, expiring),
    activeTokens: shown(accessTokens.all, found.activeTokens),
    tenantsWithSecondFactor: shown(tenants.setSecondFactor, found.tenantsWithSecondFactor),
    eventsToday: byPolicy('readsLogs', found.eventsToday),
    lockedUsers: shown(users.list, found.lockedUsers),
    openRightsRequests: shown(rights.list, found.openRightsRequests),
    connectedUsers: shown(applications.list, found.connectedUsers),
    connectedApplications: shown(applications.list, found.connectedApplications),
    policies: shown(policyDocuments.listPolicies, found.policies),
    failedJobs: administers ? found.failedJobs : null,
    disabledWebhooks: shown(webhooks.list, found.disabledWebhooks),
    failedSignIns: byPolicy('readsLogs', found.failedSignIns),
    usualFailedSignIns: byPolicy('readsLogs', found.usualFailedSignIns),
    logChain: await chainFor(ctx),
  }
}

const chainFor = async (ctx: ReadCtx) =>
  mayCall(logs.chain.access, ctx.actor)
    ? stateOf(await answeredBriefly(ctx, 'logChain', () => lastVerification(ctx.db)))
    : null
