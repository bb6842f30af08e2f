// /admin/areas: names, the default, what belongs to the system.
import { Check, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Area, areas } from '#contract/areas.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'

export const AreasPage = () => {
  const { t } = useTranslation('areas')
  const list: ListDef<Area> = {
    id: 'areas',
    title: t('title'),
    description: t('description'),
    list: areas.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ name }) => name,
    defaultSort: 'name asc',
    columns: [
      {
        key: 'name',
        title: t('name'),
        edit: 'text',
        required: true,
        fixed: ({ system }) => (system ? t('isSystem') : undefined),
      },
      {
        key: 'default',
        title: t('default'),
        width: 180,
        edit: 'switch',
        fixed: (area) => (area.default ? t('staysDefault') : undefined),
        cell: (area) =>
          area.default && (
            <span className="st ok">
              <Check size={14} aria-hidden="true" />
              {t('defaultArea')}
            </span>
          ),
      },
      {
        key: 'system',
        title: t('system'),
        width: 180,
        hideBelow: 768,
        cell: (area) =>
          area.system && (
            <span className="st">
              <Lock size={13} aria-hidden="true" />
              {t('systemArea')}
            </span>
          ),
      },
    ],
    add: {
      label: t('new'),
      inline: { create: areas.create, draft: { name: '', default: false } },
    },
    change: { endpoint: areas.change, params: ({ id }) => ({ id }) },
    remove: {
      endpoint: areas.remove,
      params: ({ id }) => ({ id }),
      askMany: (count) => t('deleteMany', { count }),
      deny: (area) => (area.system ? t('isSystem') : area.default ? t('isDefault') : undefined),
    },
    empty: { title: t('none'), hint: t('noneHint') },
  }
  return <EntityTable list={list} />
}
