// The service managers' page, with the editor of roles for those who act on their tenants (R6-16).
import type { ServiceManagerParts } from '#web/features/consultants/parts.ts'
import { ServiceManagerPage } from '#web/features/consultants/service-manager-page.tsx'
import { RoleEditor } from '#web/features/members/role-editor.tsx'

const parts: ServiceManagerParts = {
  RoleEditor: (props) => <RoleEditor base="profile" visibility="ServiceManager" {...props} />,
}

export const ServiceManagerRoute = () => <ServiceManagerPage parts={parts} />
