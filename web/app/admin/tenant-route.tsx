// The page of a tenant, put together: its members are another feature's.
import { AddMemberButton, MembersTab } from '#web/features/members/members-tab.tsx'
import { type TenantParts, TenantPage } from '#web/features/tenants/tenant-page.tsx'
import type { WhyTarget } from '#web/features/effective-access/explained.ts'
import { useParts } from '#web/lib/parts.tsx'

type TenantTitle = { readonly id: string; readonly title: string }

/** Of somebody's access here: why it is so. */
const useExplained = ({ id, title }: TenantTitle) => {
  const { explain } = useParts()
  return explain ? { onExplain: (user: WhyTarget['user']) => explain({ user, tenant: { id, title } }) } : {}
}

const Members = ({ tenant }: { tenant: TenantTitle }) => (
  <MembersTab tenantId={tenant.id} tenantTitle={tenant.title} adding="page" {...useExplained(tenant)} />
)
const Adding = ({ tenant }: { tenant: TenantTitle }) => (
  <AddMemberButton tenantId={tenant.id} tenantTitle={tenant.title} {...useExplained(tenant)} />
)

const parts: TenantParts = {
  members: { panel: (tenant) => <Members tenant={tenant} />, add: (tenant) => <Adding tenant={tenant} /> },
}

export const TenantRoute = () => <TenantPage parts={parts} />
