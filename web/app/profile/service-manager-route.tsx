// The service managers' page, with the editor of roles for those who act on their tenants (R6-16).
import { AccessHistoryProvider } from '#web/features/access-history/access-history-provider.tsx'
import { AccessPreviewProvider } from '#web/features/access-preview/access-preview-provider.tsx'
import type { ServiceManagerParts } from '#web/features/consultants/parts.ts'
import { ServiceManagerPage } from '#web/features/consultants/service-manager-page.tsx'
import { RoleEditor } from '#web/features/members/role-editor.tsx'

const parts: ServiceManagerParts = {
  RoleEditor: (props) => <RoleEditor base="profile" visibility="ServiceManager" {...props} />,
}

export const ServiceManagerRoute = () => (
  <AccessPreviewProvider base="profile">
    <AccessHistoryProvider base="profile">
      <ServiceManagerPage parts={parts} />
    </AccessHistoryProvider>
  </AccessPreviewProvider>
)
