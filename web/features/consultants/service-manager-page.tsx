// /profile/service-manager: a service manager gives roles at the tenants that are theirs (R2.6-04, R2.6-12, R6-16).
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantUser } from '#contract/consultants.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { ClientsOf } from './clients-of.tsx'
import { PageHead } from './page-head.tsx'
import type { ServiceManagerParts } from './parts.ts'
import { TenantUsers } from './tenant-users.tsx'
import { useChosenTenant } from './use-chosen-tenant.ts'
import './consultants.css'
import './consultants-narrow.css'

const Managed = ({ parts: { RoleEditor } }: { parts: ServiceManagerParts }) => {
  const { t } = useTranslation('consultants')
  const choice = useChosenTenant('serviceManager')
  const [edited, edit] = useState<TenantUser>()
  return (
    <div className="clients">
      <PageHead title={t('title')} />
      <ClientsOf mode="serviceManager" choice={choice}>
        {(tenant) => (
          <>
            <TenantUsers mode="serviceManager" tenant={tenant} onEdit={edit} />
            {edited && (
              <RoleEditor identity={{ ...edited, type: 'User' }} tenant={tenant} onClose={() => edit(undefined)} />
            )}
          </>
        )}
      </ClientsOf>
    </div>
  )
}

/** R2.6-04: everybody else is sent to the identity URL. */
export const ServiceManagerPage = ({ parts }: { parts: ServiceManagerParts }) => {
  const { identityServerUrl } = useConfig()
  const may = usePolicy('managesServices')
  useEffect(() => {
    if (!may) location.replace(identityServerUrl)
  }, [may, identityServerUrl])
  return may ? <Managed parts={parts} /> : null
}
