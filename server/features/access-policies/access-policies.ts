// Answers what policies decide, and by which rule. Reads only.
import type { accessPolicies, PolicyDecision, PolicyQuestion } from '#contract/access-policies.ts'
import {
  parsePolicy,
  policyById,
  policiesWithRules,
  refuseFaultyPolicy,
} from '#server/features/security-config/security-config.public.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { isApplication, subjectOf } from './access-policies.store.ts'
import { decide, type Situation } from './evaluation.rules.ts'
import { tenantsIn, type StoredPolicy } from './stored-policies.ts'

type Api = typeof accessPolicies

const situationOf = async (
  ctx: Ctx,
  question: PolicyQuestion,
  policies: readonly StoredPolicy[],
): Promise<Situation> => {
  const { userId, application, act, at, address, amr } = question
  const subject = await subjectOf(ctx.db, { userId, tenantIds: tenantsIn(policies) })
  if (!subject) throw new Refusal('user-not-found', 404)
  if (application && !(await isApplication(ctx.db, application))) throw new Refusal('application-not-found', 404)
  return {
    subject,
    application: application || undefined,
    act,
    at: at ? new Date(at) : ctx.now,
    address: address ?? undefined,
    amr,
  }
}

const answered = ({ id, title, policy }: StoredPolicy, situation: Situation): PolicyDecision => ({
  policyId: id,
  title,
  ...decide(policy, situation),
})

export const checkPolicy: UseCase<Api['checkPolicy']> = async (_ctx, { input: { body } }) =>
  unchanged({ faults: parsePolicy(body).faults.map((fault) => ({ ...fault, data: { ...fault.data } })) })

export const evaluate: UseCase<Api['evaluate']> = async (ctx, { input }) => {
  const stored = await policiesWithRules(ctx.db)
  const situation = await situationOf(ctx, input, stored)
  const policies = stored.map((one) => answered(one, situation))
  const denying = policies.find(({ mode, decision }) => mode === 'enforce' && decision === 'deny')
  return unchanged({ decision: denying ? 'deny' : 'allow', decidedBy: denying?.policyId ?? null, policies })
}

type PolicyText = { readonly id: string; readonly title: string; readonly body: string }

const evaluated = async (ctx: Ctx, { id, title, body }: PolicyText, question: PolicyQuestion) => {
  refuseFaultyPolicy({ title, body })
  const { policy } = parsePolicy(body)
  if (!policy) throw new Refusal('policy-without-rules', 409)
  const written = { id, title, policy }
  return unchanged(answered(written, await situationOf(ctx, question, [written])))
}

export const evaluateDraft: UseCase<Api['evaluateDraft']> = (ctx, { input }) =>
  evaluated(ctx, { id: '', title: '', body: input.body }, input)

export const evaluatePolicy: UseCase<Api['evaluatePolicy']> = async (ctx, { params: { id }, input }) => {
  const { title, body } = await policyById(ctx.db, id)
  return evaluated(ctx, { id, title, body: input.body ?? body }, input)
}
