// A policy with rules answers whether somebody may open an application or do an act (docs/access-policies.md).
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { issue } from './kernel/issue.ts'
import { ByPolicyId } from './policy-documents.ts'
import { Checked, mostBodyBytes } from './security-config.ts'

/** What is judged at the sign-in to an application. */
export const openAct = 'open'

export const PolicyQuestion = z.object({
  userId: z.uuid({ error: issue('missing') }),
  /** By its name. */
  application: z.string().trim().max(200).nullish(),
  act: z.string().trim().min(1).max(200).default(openAct),
  /** Now, where it is not said. */
  at: z.iso.datetime().nullish(),
  address: z.union([z.ipv4(), z.ipv6()], { error: issue('not-valid') }).nullish(),
  /** How they signed in (RFC 8176): `pwd`, `otp`, `mfa`, `ext`. */
  amr: z.array(z.string().max(32)).max(20).default([]),
})
export type PolicyQuestion = z.infer<typeof PolicyQuestion>

const conditionNames = [
  'applications',
  'acts',
  'users',
  'roles',
  'groups',
  'tenants',
  'addresses',
  'hours',
  'amr',
] as const
export type ConditionName = (typeof conditionNames)[number]

const RuleResult = z.object({
  /** In the body, from 1. */
  line: z.int(),
  name: z.string().nullable(),
  applies: z.boolean(),
  /** Each condition of it; those below `unless` must not all hold. */
  conditions: z.array(z.object({ condition: z.enum(conditionNames), unless: z.boolean(), holds: z.boolean() })),
})
export type RuleResult = z.infer<typeof RuleResult>

const Effect = z.enum(['allow', 'deny'])

export const PolicyDecision = z.object({
  policyId: z.string(),
  title: z.string(),
  mode: z.enum(['report', 'enforce']),
  decision: Effect,
  /** Null: no rule applies, and `otherwise` decides. */
  rule: z.object({ line: z.int(), name: z.string().nullable(), effect: Effect, reason: z.string() }).nullable(),
  /** The rules in their order, until the one that decides. */
  considered: z.array(RuleResult),
})
export type PolicyDecision = z.infer<typeof PolicyDecision>

export const Evaluation = z.object({
  /** `deny` where one of the policies that are enforced denies. */
  decision: Effect,
  decidedBy: z.string().nullable(),
  policies: z.array(PolicyDecision),
})
export type Evaluation = z.infer<typeof Evaluation>

const policyBody = z.string().max(mostBodyBytes, issue('document-too-large'))
const keepers = anyOf('Administrator', 'God')

export const accessPolicies = endpoints({
  checkPolicy: {
    method: 'POST',
    path: '/admin/policy/check',
    access: keepers,
    summary: 'What is wrong with the body of a policy, line by line; nothing is stored.',
    input: z.object({ body: policyBody }),
    output: Checked,
  },
  evaluate: {
    method: 'POST',
    path: '/admin/policy/evaluate',
    access: keepers,
    summary: 'What all policies with rules decide, and why; nothing is stored.',
    input: PolicyQuestion,
    output: Evaluation,
  },
  evaluateDraft: {
    method: 'POST',
    path: '/admin/policy/evaluateDraft',
    access: keepers,
    summary: 'What a policy that is not saved yet would decide, and why; its id and title are empty.',
    input: PolicyQuestion.extend({ body: policyBody }),
    output: PolicyDecision,
  },
  evaluatePolicy: {
    method: 'POST',
    path: '/admin/policy/:id/evaluate',
    access: keepers,
    summary: 'What one policy decides, and why: as it is stored, or with another body before that is saved.',
    params: ByPolicyId,
    input: PolicyQuestion.extend({ body: policyBody.optional() }),
    output: PolicyDecision,
  },
})
