// The tenant whose directory a token opens. Everything together (Global) has no directory.
import { useTranslation } from 'react-i18next'
import type { TenantItem } from '#contract/tenant-entry.ts'
import { tenants } from '#contract/tenants.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

const Shown = ({ tenant: { title, areaName, taxNumber } }: { tenant: TenantItem }) => (
  <span>
    <b>{title}</b>
    <small>{[areaName, taxNumber].filter(Boolean).join(' · ')}</small>
  </span>
)

type Props = {
  chosen: TenantItem | undefined
  error: string | undefined
  onChoose: (tenant: TenantItem | undefined) => void
}

export const TenantPicker = (props: Props) => {
  const { t } = useTranslation('access-tokens')
  const picker: PickerDef<TenantItem> = {
    list: tenants.list,
    orderBy: 'title',
    pause: 800,
    opened: true,
    itemKey: ({ id }) => id,
    show: (tenant) => <Shown tenant={tenant} />,
    texts: {
      label: t('tenant'),
      hint: t('tenantHint'),
      placeholder: t('tenantPlaceholder'),
      another: t('anotherTenant'),
      searching: t('searching'),
      nothing: t('noTenant'),
      found: (count) => t('found', { count }),
      more: (count) => t('moreFound', { count }),
    },
  }
  return <SearchPicker picker={picker} focused={false} {...props} />
}
