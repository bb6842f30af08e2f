// What the sign-in to applications asks of policies.
import { openAct } from '#contract/access-policies.ts'
import { policiesWithRules } from '#server/features/security-config/security-config.public.ts'
import type { Db } from '#server/kernel/context.ts'
import { subjectOf } from './access-policies.store.ts'
import { decide, isFromAnywhere } from './evaluation.rules.ts'
import { tenantsIn } from './stored-policies.ts'

export { accessPolicyEvents } from './access-policies.events.ts'

type OpeningAttempt = {
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

type Denials<One = Denial> = { readonly userName: string; readonly denials: readonly One[] }
const none: Denials<never> = { userName: '', denials: [] }

/** Here policies are made and mended: nobody is kept out. */
const portal = 'identity'

/** An account for emergencies is nobody's to keep out. */
const decided = async (
  db: Db,
  opening: OpeningAttempt,
): Promise<Denials<Denial & { readonly fromAnywhere: boolean }>> => {
  if (opening.application === portal) return none
  const policies = await policiesWithRules(db)
  if (policies.length === 0) return none
  const subject = await subjectOf(db, { userId: opening.userId, tenantIds: tenantsIn(policies) })
  if (!subject || subject.breakGlass) return none
  const situation = { ...opening, subject, act: openAct }
  const denials = policies.flatMap(({ id, policy }) => {
    const { decision, rule, mode, considered } = decide(policy, situation)
    const fromAnywhere = isFromAnywhere(policy, { considered }, situation)
    const denial = { policyId: id, line: rule?.line ?? null, reason: rule?.reason ?? '', mode, fromAnywhere }
    return decision === 'deny' ? [denial] : []
  })
  return { userName: subject.userName, denials }
}

const shown = ({ policyId, line, reason, mode }: Denial): Denial => ({ policyId, line, reason, mode })

/** Whoever denies, those that only report among them. */
export const denialsOf = async (db: Db, opening: OpeningAttempt): Promise<Denials> => {
  const { userName, denials } = await decided(db, opening)
  return { userName, denials: denials.map(shown) }
}

/**
 * At a renewal, which comes from the application's server: where the person is remains unknown, so only what holds from
 * everywhere counts. What only reports has reported when the person signed in.
 */
export const denialsOfRenewal = async (db: Db, renewal: Omit<OpeningAttempt, 'address'>): Promise<Denials> => {
  const { userName, denials } = await decided(db, { ...renewal, address: undefined })
  return {
    userName,
    denials: denials.filter(({ mode, fromAnywhere }) => mode === 'enforce' && fromAnywhere).map(shown),
  }
}
