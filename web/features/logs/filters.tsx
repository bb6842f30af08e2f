// What the logs are narrowed by: somebody, a tenant, two days.
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { useMay } from '#web/lib/use-access.ts'
import type { FilterDef } from '#web/ui/entity-table/types.ts'
import { TenantFilter, tenantIn } from './tenant-filter.tsx'
import { UserFilter } from './user-filter.tsx'

/** R7.10-03: `YYYY-MM-DD HH:mm:ss`, in UTC. The days are those of the reader's clock. */
const utc = (day: string, time: string) => new Date(`${day}T${time}`).toISOString().slice(0, 19).replace('T', ' ')

export const useFilters = () => {
  const { t } = useTranslation('logs')
  const finds = { user: useMay(users.list), tenant: useMay(tenants.list) }
  const date: FilterDef = {
    key: 'date',
    kind: 'dateRange',
    label: t('date'),
    wire: (value) => {
      const [from = '', to = ''] = value.split('..')
      return { ...(from && { startDate: utc(from, '00:00:00') }), ...(to && { endDate: utc(to, '23:59:59') }) }
    },
  }
  const user: FilterDef[] = finds.user
    ? [
        {
          key: 'user',
          kind: 'own',
          label: t('user'),
          control: (chosen) => <UserFilter {...chosen} />,
          wire: (userId) => ({ userId }),
        },
      ]
    : []
  const tenant: FilterDef[] = finds.tenant
    ? [
        {
          key: 'tenant',
          kind: 'own',
          label: t('tenant'),
          control: (chosen) => <TenantFilter {...chosen} />,
          wire: (value) => {
            const { id, below } = tenantIn(value)
            return { tenantId: id, ...(below && { includeHierarchy: 'true' }) }
          },
        },
      ]
    : []
  return { date, user, tenant }
}
