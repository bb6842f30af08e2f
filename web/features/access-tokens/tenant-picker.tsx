// The tenant whose directory a token opens. Everything together (Global) has no directory.
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { TenantPicker as Picker } from '#web/ui/tenant-picker.tsx'

export const TenantPicker = (props: Pick<ComponentProps<typeof Picker>, 'chosen' | 'error' | 'onChoose'>) => {
  const { t } = useTranslation('access-tokens')
  const texts = {
    label: t('tenant'),
    hint: t('tenantHint'),
    placeholder: t('tenantPlaceholder'),
    another: t('anotherTenant'),
    searching: t('searching'),
    nothing: t('noTenant'),
    found: (count: number) => t('found', { count }),
    more: (count: number) => t('moreFound', { count }),
  }
  return <Picker list={tenants.list} texts={texts} focused={false} {...props} />
}
