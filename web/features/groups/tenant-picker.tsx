// Finds a tenant by its title (R9-10: 800 ms; R9-11); Global stands in no list and is offered above it (R3.8-07).
import { Building2, Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { atGlobal } from '#contract/members.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { useMay } from '#web/lib/use-access.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

export type Tenant = Pick<TenantItem, 'id' | 'title' | 'areaName' | 'taxNumber'>

const Shown = ({ tenant: { id, title, areaName, taxNumber } }: { tenant: Tenant }) => {
  const { t } = useTranslation('groups')
  const isGlobal = id === globalTenant
  const Icon = isGlobal ? Globe : Building2
  const more = isGlobal ? t('globalHint') : [areaName, taxNumber].filter(Boolean).join(' · ')
  return (
    <>
      <span className="tenant-mark" aria-hidden="true">
        <Icon size={16} />
      </span>
      <span>
        <b>{title}</b>
        {more && <small>{more}</small>}
      </span>
    </>
  )
}

type Props = { chosen: Tenant | undefined; error: string | undefined; onChoose: (tenant: Tenant | undefined) => void }

export const TenantPicker = (props: Props) => {
  const { t } = useTranslation('groups')
  const atAll = useMay(atGlobal)
  const everything: Tenant = { id: globalTenant, title: t('globalTenant'), areaName: null, taxNumber: null }
  const picker: PickerDef<Tenant> = {
    list: tenants.list,
    orderBy: 'title',
    pause: 800,
    opened: true,
    itemKey: ({ id }) => id,
    show: (tenant) => <Shown tenant={tenant} />,
    first: (typed) => (atAll && everything.title.toLowerCase().includes(typed.toLowerCase()) ? [everything] : []),
    texts: {
      label: t('tenant'),
      hint: t('tenantHint'),
      placeholder: t('tenantPlaceholder'),
      another: t('anotherTenant'),
      searching: t('searching'),
      nothing: t('noTenantFound'),
      found: (count) => t('foundTenants', { count }),
      more: (count) => t('moreTenants', { count }),
    },
  }
  return <SearchPicker picker={picker} {...props} />
}
