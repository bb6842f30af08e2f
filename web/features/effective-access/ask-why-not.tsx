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
import type { Explained } from './explained.ts'
import { MissingRole } from './missing-role.tsx'
import './effective-access.css'

type Tenant = NonNullable<Explained['tenant']>
type Role = NonNullable<Explained['role']>
type Props = {
  user: Explained['user']
  onChoose: (place: { tenant: Tenant; role: Role }) => void
  onClose: () => void
}

const Place = ({
  chosen,
  onChoose,
}: {
  chosen: PickedTenant | undefined
  onChoose: (tenant: PickedTenant | undefined) => void
}) => {
  const { t } = useTranslation('effective-access')
  const offered = usePolicy('seesGlobalTenant')
  const texts = {
    label: t('tenant'),
    hint: t('tenantHint'),
    placeholder: t('tenantPlaceholder'),
    another: t('anotherTenant'),
    searching: t('searching'),
    nothing: t('noTenantFound'),
    found: (count: number) => t('foundTenants', { count }),
    more: (count: number) => t('moreTenants', { count }),
  }
  const top = { id: globalTenant, title: t('globalTenant'), detail: t('globalHint'), offered }
  return (
    <TenantPicker list={tenants.list} top={top} texts={texts} chosen={chosen} error={undefined} onChoose={onChoose} />
  )
}

const Missing = ({ user, tenant, onChoose }: Omit<Props, 'onClose'> & { tenant: Tenant }) => {
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

export const AskWhyNot = ({ user, onChoose, onClose }: Props) => {
  const { t } = useTranslation('effective-access')
  const [tenant, choose] = useState<PickedTenant>()
  return (
    <Drawer
      side="right"
      inset
      width={680}
      title={t('whyNotAsked', { name: user.displayName })}
      line={t('whyNotHint')}
      onClose={onClose}
    >
      <Place chosen={tenant} onChoose={choose} />
      {tenant && <Missing key={tenant.id} user={user} tenant={tenant} onChoose={onChoose} />}
    </Drawer>
  )
}
