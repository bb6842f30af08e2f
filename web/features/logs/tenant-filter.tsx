// A tenant, with those below it or without.
import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import { type TenantOption, tenantOptions } from '#web/ui/tenant-options.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { type Chosen, ChoiceFilter } from './choice-filter.tsx'

/** The value is the tenant's id, with `.only` where those below do not count. */
const only = '.only'
export const tenantIn = (value: string) => ({ id: value.replace(only, ''), below: !value.endsWith(only) })

export const TenantFilter = ({ value, set }: Chosen) => {
  const { t } = useTranslation('logs')
  const { id, below } = tenantIn(value)
  const isGlobal = id === globalTenant
  const found = useRead(tenants.get, { params: { id } }, { when: id !== '' && !isGlobal }).data
  const global = { id: globalTenant, title: t('global'), areaName: null }
  const picker: PickerDef<TenantOption> = {
    ...tenantOptions(global),
    list: tenants.list,
    pause: 600,
    optional: true,
    texts: {
      label: t('tenant'),
      hint: t('tenantHint'),
      placeholder: t('tenantPlaceholder'),
      another: t('anotherTenant'),
      searching: t('searching'),
      nothing: t('noTenantFound'),
      found: (count) => t('found', { count }),
      more: (count) => t('more', { count }),
    },
  }
  const title = isGlobal ? t('global') : (found?.title ?? '…')
  return (
    <ChoiceFilter
      label={t('tenant')}
      icon={<Building2 size={15} aria-hidden="true" />}
      chosen={id ? (below ? t('andBelow', { title }) : title) : undefined}
      onClear={() => set('')}
      panel={(close) => (
        <>
          <SearchPicker
            picker={picker}
            chosen={undefined}
            error={undefined}
            onChoose={(tenant) => {
              close()
              if (tenant) set(below ? tenant.id : tenant.id + only)
            }}
          />
          {id && (
            <label className="et-check">
              <input type="checkbox" checked={below} onChange={({ target }) => set(target.checked ? id : id + only)} />
              {t('includeBelow')}
            </label>
          )}
        </>
      )}
    />
  )
}
