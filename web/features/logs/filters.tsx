// What the logs are narrowed by: somebody, a tenant, two moments.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { useMay } from '#web/lib/use-access.ts'
import { spanIn } from '#web/ui/entity-table/span.ts'
import type { FilterDef, Wire } from '#web/ui/entity-table/types.ts'
import type { Chosen } from './choice-filter.tsx'
import { TenantFilter, tenantIn } from './tenant-filter.tsx'
import { personWire, UserFilter } from './user-filter.tsx'

/** R7.10-03: `YYYY-MM-DD HH:mm:ss`, in UTC. The days are those of the reader's clock. */
const utc = (day: string, time: string) => new Date(`${day}T${time}`).toISOString().slice(0, 19).replace('T', ' ')

/** To the end of the last minute, or day. */
const spanWire = (value: string): Wire => {
  const { from, to } = spanIn(value)
  return {
    ...(from.day && { startDate: utc(from.day, `${from.time || '00:00'}:00`) }),
    ...(to.day && { endDate: utc(to.day, `${to.time || '23:59'}:59`) }),
  }
}

export const useFilters = () => {
  const { t } = useTranslation('logs')
  const finds = { user: useMay(users.list), tenant: useMay(tenants.list) }
  const date: FilterDef = {
    key: 'date',
    kind: 'dateRange',
    times: true,
    label: t('date'),
    wire: spanWire,
  }
  const userBy = (control: (chosen: Chosen) => ReactNode): FilterDef[] =>
    finds.user ? [{ key: 'user', kind: 'own', label: t('user'), control, wire: personWire }] : []
  const user = userBy((chosen) => <UserFilter {...chosen} />)
  /** By somebody, or about them. */
  const person = userBy((chosen) => <UserFilter {...chosen} orAbout />)
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
  return { date, user, person, tenant }
}
