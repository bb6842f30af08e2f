// The tenant at which a group gets roles; Global, too, for those who act on everything (R3.8-07).
import { useTranslation } from 'react-i18next'
import { atGlobal } from '#contract/members.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useMay } from '#web/lib/use-access.ts'
import { type PickedTenant, TenantPicker as Picker } from '#web/ui/tenant-picker.tsx'

export type Tenant = PickedTenant

type Props = {
  chosen: Tenant | undefined
  error: string | undefined
  onChoose: (tenant: Tenant | undefined) => void
}

export const TenantPicker = (props: Props) => {
  const { t } = useTranslation('groups')
  const offered = useMay(atGlobal)
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
  return <Picker list={tenants.list} top={top} texts={texts} {...props} />
}
