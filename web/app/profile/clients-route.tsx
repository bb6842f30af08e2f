// The consultants' page, with what other features show on it.
import { ClientsPage } from '#web/features/consultants/clients-page.tsx'
import type { ClientsParts } from '#web/features/consultants/parts.ts'
import { SeeAsProvider } from '#web/features/hub/see-as-provider.tsx'
import { addTexts } from '#web/lib/i18n.ts'
import { lazily } from '#web/ui/lazily.tsx'

const parts: ClientsParts = {
  RoleSelection: lazily(
    async () => (await import('#web/features/members/role-selection.tsx')).RoleSelection,
    <div className="wz-loading" aria-busy="true" />,
  ),
  AccessRequests: lazily(async () => {
    const [{ AccessRequests }] = await Promise.all([
      import('#web/features/operation-requests/access-requests.tsx'),
      addTexts('operation-requests'),
    ])
    return AccessRequests
  }),
}

export const ClientsRoute = () => (
  <SeeAsProvider>
    <ClientsPage parts={parts} />
  </SeeAsProvider>
)
