// Chooses a tenant: 25 by title, searched on the server 800 ms after the last letter (R9-10, R9-11); Global above them
// for an Administrator (R6-07, R6-22).
import { Building2, Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import './members.css'

export type ChosenTenant = Pick<TenantItem, 'id' | 'title' | 'areaName' | 'taxNumber'>

const Shown = ({ tenant: { id, title, areaName, taxNumber } }: { tenant: ChosenTenant }) => {
  const { t } = useTranslation('members')
  const isGlobal = id === globalTenant
  const Icon = isGlobal ? Globe : Building2
  const more = isGlobal ? t('aboveAll') : [areaName, taxNumber].filter(Boolean).join(' · ')
  return (
    <>
      <span className="tenant-icon" aria-hidden="true">
        <Icon size={16} />
      </span>
      <span>
        <b>{title}</b>
        {more && <small>{more}</small>}
      </span>
    </>
  )
}

type Props = {
  chosen: ChosenTenant | undefined
  error: string | undefined
  onChoose: (tenant: ChosenTenant | undefined) => void
}

export const TenantChooser = (props: Props) => {
  const { t } = useTranslation('members')
  const seesGlobal = usePolicy('seesGlobalTenant')
  const everything: ChosenTenant = { id: globalTenant, title: t('global'), areaName: null, taxNumber: null }
  const picker: PickerDef<ChosenTenant> = {
    list: tenants.list,
    orderBy: 'title',
    pause: 800,
    opened: true,
    itemKey: ({ id }) => id,
    show: (tenant) => <Shown tenant={tenant} />,
    first: (typed) => (seesGlobal && everything.title.toLowerCase().includes(typed.toLowerCase()) ? [everything] : []),
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
