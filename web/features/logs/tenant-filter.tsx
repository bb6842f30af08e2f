// A tenant, with those below it or without.
import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import type { TenantItem } from '#contract/tenant-entry.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { type Chosen, ChoiceFilter } from './choice-filter.tsx'

type TenantChoice = Pick<TenantItem, 'id' | 'title' | 'areaName'>

/** The value is the tenant's id, with `.only` where those below do not count. */
const only = '.only'
export const tenantIn = (value: string) => ({ id: value.replace(only, ''), below: !value.endsWith(only) })

export const TenantFilter = ({ value, set }: Chosen) => {
  const { t } = useTranslation('logs')
  const { id, below } = tenantIn(value)
  const isGlobal = id === globalTenant
  const found = useRead(tenants.get, { params: { id } }, { when: id !== '' && !isGlobal }).data
  const global: TenantChoice = { id: globalTenant, title: t('global'), areaName: null }
  const picker: PickerDef<TenantChoice> = {
    list: tenants.list,
    orderBy: 'title',
    pause: 600,
    optional: true,
    itemKey: (tenant) => tenant.id,
    first: (typed) => (global.title.toLowerCase().includes(typed.toLowerCase()) ? [global] : []),
    show: ({ title, areaName }) => (
      <span>
        <b>{title}</b>
        {areaName && <small>{areaName}</small>}
      </span>
    ),
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
