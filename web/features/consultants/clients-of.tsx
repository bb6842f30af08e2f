// The tenant that was chosen, over its people; or why there is none.
import type { ReactNode } from 'react'
import type { AccessibleTenant } from '#contract/consultants.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { NoTenant } from './no-tenant.tsx'
import type { Mode } from './parts.ts'
import { TenantSelector } from './tenant-selector.tsx'
import type { useChosenTenant } from './use-chosen-tenant.ts'

type Props = {
  mode: Mode
  choice: ReturnType<typeof useChosenTenant>
  children: (tenant: AccessibleTenant) => ReactNode
}

export const ClientsOf = ({ mode, choice, children }: Props) => {
  const { tenant, failure, none, refreshing, refresh, choose } = choice
  if (failure) return <FailureAlert error={failure} onRetry={refresh} />
  if (none) return <NoTenant busy={refreshing} onRefresh={refresh} />
  if (!tenant) return <div className="card clients-loading" aria-busy="true" />
  return (
    <>
      <TenantSelector mode={mode} tenant={tenant} onChoose={choose} />
      {children(tenant)}
    </>
  )
}
