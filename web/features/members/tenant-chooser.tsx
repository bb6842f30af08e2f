// The tenant at which somebody gets roles; Global, too, for an Administrator (R6-07, R6-22).
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { type PickedTenant, TenantPicker as Picker } from '#web/ui/tenant-picker.tsx'
import './members.css'

export type ChosenTenant = PickedTenant

type Props = {
  chosen: ChosenTenant | undefined
  error: string | undefined
  onChoose: (tenant: ChosenTenant | undefined) => void
}

export const TenantChooser = (props: Props) => {
  const { t } = useTranslation('members')
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
  const top = { id: globalTenant, title: t('global'), detail: t('aboveAll'), offered }
  return <Picker list={tenants.list} top={top} texts={texts} {...props} />
}
