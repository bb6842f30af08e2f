// Policies with rules, as they are stored.
import type { AccessPolicy } from '#server/features/security-config/security-config.public.ts'

export type StoredPolicy = { readonly id: string; readonly title: string; readonly policy: AccessPolicy }

/** The tenants that their rules name. */
export const tenantsIn = (policies: readonly StoredPolicy[]) => {
  const named = policies.flatMap(({ policy }) =>
    policy.rules.flatMap(({ when, unless }) => [...(when?.tenants ?? []), ...(unless?.tenants ?? [])]),
  )
  return [...new Set(named.map(({ id }) => id))]
}
