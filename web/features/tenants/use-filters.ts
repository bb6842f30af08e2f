// The filters that both lists of tenants have (R7.10-05).
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import type { FilterDef } from '#web/ui/entity-table/types.ts'

export const useTenantFilters = (): { area: FilterDef; creation: FilterDef } => {
  const { t } = useTranslation('tenants')
  const all = useChoices(areas.list)
  return {
    area: {
      key: 'area',
      label: t('area'),
      kind: 'select',
      options: all.map(({ id, name }) => ({ value: id, label: name })),
      wire: (value) => ({ filter: `areaId eq ${value}` }),
    },
    creation: {
      key: 'creation',
      label: t('creation'),
      kind: 'select',
      options: [
        { value: 'Auto', label: t('auto') },
        { value: 'Manual', label: t('manual') },
      ],
    },
  }
}
