// The consultants' page, with what other features show on it.
import { lazy } from 'react'
import { ClientsPage } from '#web/features/consultants/clients-page.tsx'
import type { ClientsParts } from '#web/features/consultants/parts.ts'
import { addTexts } from '#web/lib/i18n.ts'

const parts: ClientsParts = {
  RoleSelection: lazy(async () => ({
    default: (await import('#web/features/members/role-selection.tsx')).RoleSelection,
  })),
  AccessRequests: lazy(async () => {
    const [{ AccessRequests }] = await Promise.all([
      import('#web/features/operation-requests/access-requests.tsx'),
      addTexts('operation-requests'),
    ])
    return { default: AccessRequests }
  }),
}

export const ClientsRoute = () => <ClientsPage parts={parts} />
