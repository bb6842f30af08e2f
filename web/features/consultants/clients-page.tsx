// /profile/clients: a consultant's clients, and the requests for their access (R2.6-03, R2.6-11).
import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { BulkUpload } from './bulk-upload.tsx'
import { ClientsOf } from './clients-of.tsx'
import { PageHead } from './page-head.tsx'
import type { ClientsParts, UserEdit } from './parts.ts'
import { TenantUsers } from './tenant-users.tsx'
import { useChosenTenant } from './use-chosen-tenant.ts'
import './consultants.css'
import './consultants-narrow.css'

const RequestWizard = lazily(async () => (await import('./wizard/request-wizard.tsx')).RequestWizard)
const Wizard = lazily(async () => (await import('./wizard/wizard.tsx')).Wizard)

type View = 'clients' | 'requests'

/** In the address, so that a link leads to the requests. */
const useView = () => {
  const { view } = useSearch({ strict: false }) as { view?: string }
  const navigate = useNavigate()
  return {
    view: view === 'requests' ? ('requests' as const) : ('clients' as const),
    show: (next: View) =>
      void navigate({ to: '.', search: next === 'requests' ? { view: next } : {}, resetScroll: false }),
  }
}

export const ClientsPage = ({ parts: { AccessRequests, RoleSelection } }: { parts: ClientsParts }) => {
  const { t } = useTranslation('consultants')
  const { view, show } = useView()
  // Anyone who decides requests comes here as well, and has no clients.
  const title = t(usePolicy('worksForClients') ? 'title' : view === 'requests' ? 'accessRequests' : 'clients')
  const choice = useChosenTenant('consultant')
  const [edited, edit] = useState<UserEdit>()
  const [request, editRequest] = useState<OperationRequest>()
  const { tenant } = choice
  const asks = view === 'clients' && tenant?.canRequest
  return (
    <div className="clients">
      <PageHead
        title={title}
        toggle={
          <Segments
            label={t('shown')}
            chosen={view}
            onChoose={show}
            segments={[
              { value: 'clients', label: t('clients') },
              { value: 'requests', label: t('accessRequests') },
            ]}
          />
        }
        actions={
          asks && (
            <>
              <BulkUpload tenantId={tenant.id} />
              <button type="button" className="b pri" onClick={() => edit({ kind: 'new' })}>
                <UserPlus size={17} aria-hidden="true" />
                {t('newUser')}
              </button>
            </>
          )
        }
      />
      {view === 'requests' ? (
        <AccessRequests onEdit={editRequest} />
      ) : (
        <ClientsOf mode="consultant" choice={choice}>
          {(of) => <TenantUsers mode="consultant" tenant={of} onEdit={(user) => edit({ kind: 'user', user })} />}
        </ClientsOf>
      )}
      {request && (
        <RequestWizard request={request} RoleSelection={RoleSelection} onClose={() => editRequest(undefined)} />
      )}
      {edited && tenant && (
        <Wizard edited={edited} tenant={tenant} RoleSelection={RoleSelection} onClose={() => edit(undefined)} />
      )}
    </div>
  )
}
