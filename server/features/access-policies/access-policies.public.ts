// What the sign-in to applications asks of policies.
import { openAct } from '#contract/access-policies.ts'
import { policiesWithRules } from '#server/features/security-config/security-config.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { subjectOf } from './access-policies.store.ts'
import { decide } from './evaluation.rules.ts'
import { tenantsIn } from './stored-policies.ts'

export { accessPolicyEvents } from './access-policies.events.ts'

export type Opening = {
  readonly userId: string
  readonly application: string
  readonly at: Date
  readonly address: string | undefined
  readonly amr: readonly string[]
}

export type Denial = {
  readonly policyId: string
  readonly line: number | null
  readonly reason: string
  readonly mode: 'report' | 'enforce'
}

type Denials = { readonly userName: string; readonly denials: readonly Denial[] }
const none: Denials = { userName: '', denials: [] }

/** Here policies are made and mended: nobody is kept out. */
const portal = 'identity'

/** Whoever denies, those that only report among them. An account for emergencies is nobody's to keep out. */
export const denialsOf = async (db: Db, opening: Opening): Promise<Denials> => {
  if (opening.application === portal) return none
  const policies = await policiesWithRules(db)
  if (policies.length === 0) return none
  const subject = await subjectOf(db, { userId: opening.userId, tenantIds: tenantsIn(policies) })
  if (!subject || subject.breakGlass) return none
  const denials = policies.flatMap(({ id, policy }) => {
    const { decision, rule, mode } = decide(policy, { ...opening, subject, act: openAct })
    return decision === 'deny' ? [{ policyId: id, line: rule?.line ?? null, reason: rule?.reason ?? '', mode }] : []
  })
  return { userName: subject.userName, denials }
}
