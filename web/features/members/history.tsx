// What happened to one member's row here, with the way back.
import { useTranslation } from 'react-i18next'
import { useParts } from '#web/lib/parts.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import type { Identity, Tenant } from './rules.ts'

const most = 50

export const History = ({ identity, tenant, onClose }: { identity: Identity; tenant: Tenant; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const { LastChanges } = useParts()
  if (!LastChanges) return null
  return (
    <Drawer
      side="right"
      inset
      width={560}
      title={t('historyOf', { name: identity.displayName })}
      line={t('atTenant', { tenant: tenant.title })}
      onClose={onClose}
    >
      <LastChanges identityId={identity.id} tenantId={tenant.id} most={most} none={t('noHistory')} />
    </Drawer>
  )
}
