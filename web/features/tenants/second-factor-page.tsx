// R2.5-52: which tenants ask their members for the mailed code.
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { under } from '#web/lib/base.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { SecondFactorTag } from './second-factor.tsx'
import { useTenantFilters } from './use-filters.ts'
import './tenants.css'

export const SecondFactorPage = () => {
  const { t } = useTranslation('tenants')
  const { area, creation } = useTenantFilters()
  const list: ListDef<TenantItem> = {
    id: 'twomodeauth',
    title: t('admin:twomodeauth'),
    description: t('mfaSubtitle'),
    list: tenants.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ title }) => title,
    defaultSort: 'title asc',
    columns: [
      {
        key: 'title',
        title: t('tenantTitle'),
        cell: ({ id, title }) => (
          <AppLink className="tenant-link" href={under(`admin/tenants/${id}`)}>
            {title}
          </AppLink>
        ),
      },
      {
        key: 'taxNumber',
        title: t('taxNumber'),
        width: 170,
        hideBelow: 768,
        cell: ({ taxNumber }) => taxNumber ?? '–',
      },
      { key: 'areaName', title: t('area'), width: 200, hideBelow: 768, cell: ({ areaName }) => areaName ?? '–' },
      {
        key: 'requiredTwoModeAuthentification',
        title: t('mfa'),
        width: 150,
        cell: (tenant) => <SecondFactorTag tenant={tenant} />,
      },
    ],
    filters: [area, creation],
    empty: { title: t('none'), hint: t('noneHint') },
  }
  return <EntityTable list={list} />
}
