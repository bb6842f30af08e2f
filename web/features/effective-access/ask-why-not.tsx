// "Why not …?" of a user: the tenant and the missing role are chosen first, then the answer offers what would give it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { members } from '#contract/members.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { type PickedTenant, TenantPicker } from '#web/ui/tenant-picker.tsx'
import type { WhyTarget } from './explained.ts'
import { MissingRole } from './missing-role.tsx'
import './effective-access.css'

type Tenant = NonNullable<WhyTarget['tenant']>
type Role = NonNullable<WhyTarget['role']>
type Props = {
  user: WhyTarget['user']
  near: WhyTarget['near']
  onChoose: (place: { tenant: Tenant; role: Role }) => void
  onClose: () => void
}

const Missing = ({ user, tenant, onChoose }: Omit<Props, 'near' | 'onClose'> & { tenant: Tenant }) => {
  const { t } = useTranslation('effective-access')
  const { data, error, refetch } = useRead(members.identity, {
    params: { tenantId: tenant.id },
    query: { identityId: user.id, isGroup: 'false', includeHierarchy: 'true' },
  })
  if (error) return <FailureAlert error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <MissingRole
      user={user}
      tenant={tenant}
      held={new Set(data.roles.map(({ roleId }) => roleId))}
      nothing={t('hasAllRoles', { name: user.displayName, tenant: tenant.title })}
      onChoose={(role) => onChoose({ tenant, role })}
    />
  )
}

export const AskWhyNot = ({ user, near, onChoose, onClose }: Props) => {
  const { t } = useTranslation('effective-access')
  const top = { id: globalTenant, title: t('table:globalTenant'), offered: usePolicy('seesGlobalTenant') }
  const begin = near?.id === top.id ? top.offered && top : near
  const [tenant, choose] = useState<PickedTenant | undefined>(
    begin ? { id: begin.id, title: begin.title, areaName: null, taxNumber: null } : undefined,
  )
  return (
    <Drawer
      side="right"
      inset
      width={680}
      title={t('whyNotAsked', { name: user.displayName })}
      line={t('whyNotHint')}
      onClose={onClose}
    >
      <TenantPicker list={tenants.list} top={top} chosen={tenant} error={undefined} onChoose={choose} />
      {tenant && <Missing key={tenant.id} user={user} tenant={tenant} onChoose={onChoose} />}
    </Drawer>
  )
}
