// A request that waits, opened in the wizard from the list of requests: with whom and where it is for.
import { useTranslation } from 'react-i18next'
import { consultants } from '#contract/consultants.ts'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import type { ClientsParts } from '../parts.ts'
import { Wizard } from './wizard.tsx'

type Props = {
  request: OperationRequest
  RoleSelection: ClientsParts['RoleSelection']
  onClose: () => void
}

/** Of each one; none where the request was decided, or the reader lost the tenant, since the list was read. */
const useParties = ({ identityId, tenantId }: OperationRequest) => {
  const tenants = useRead(consultants.tenants, { query: { filter: `id eq ${tenantId}`, take: '1' } })
  const users = useRead(consultants.users, {
    params: { tenantId },
    query: { filter: `id eq ${identityId}`, take: '1' },
  })
  return {
    tenant: tenants.data?.items[0],
    user: users.data?.items[0],
    loaded: tenants.isSuccess && users.isSuccess,
    failure: tenants.error ?? users.error,
    retry: () => void Promise.all([tenants.refetch(), users.refetch()]),
  }
}

export const RequestWizard = ({ request, RoleSelection, onClose }: Props) => {
  const { t } = useTranslation('consultants')
  const { tenant, user, loaded, failure, retry } = useParties(request)
  if (tenant && user)
    return <Wizard edited={{ kind: 'user', user }} tenant={tenant} RoleSelection={RoleSelection} onClose={onClose} />
  return (
    <WideDialog title={t('editRequest')} width={880} onClose={onClose}>
      {failure && <FailureAlert error={failure} onRetry={retry} />}
      {!failure && loaded && <p role="alert">{t('errors:notFound')}</p>}
      {!failure && !loaded && <div className="wz-loading" aria-busy="true" aria-label={t('table:loading')} />}
    </WideDialog>
  )
}
