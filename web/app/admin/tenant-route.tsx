// The page of a tenant, put together: its members are another feature's.
import { AddMemberButton, MembersTab } from '#web/features/members/members-tab.tsx'
import { type TenantParts, TenantPage } from '#web/features/tenants/tenant-page.tsx'

const parts: TenantParts = {
  members: {
    panel: ({ id, title }) => <MembersTab tenantId={id} tenantTitle={title} adding="page" />,
    add: ({ id, title }) => <AddMemberButton tenantId={id} tenantTitle={title} />,
  },
}

export const TenantRoute = () => <TenantPage parts={parts} />
