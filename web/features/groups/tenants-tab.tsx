// R2.5-39: where the group stands itself, and with which roles.
import { useTranslation } from 'react-i18next'
import { type Group, groups, type GroupTenant } from '#contract/groups.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'

const mostShown = 4

const Roles = ({ tenant: { roles } }: { tenant: GroupTenant }) => {
  const { t } = useTranslation('groups')
  if (roles.length === 0) return <span className="mut">{t('noRoles')}</span>
  return (
    <span className="chips">
      {roles.slice(0, mostShown).map((role, index) => <span key={`${role}-${index}`} className="tag c">{role}</span>)}
      {roles.length > mostShown && <span className="tag" title={roles.slice(mostShown).join(', ')}>{t('more', { count: roles.length - mostShown })}</span>}
    </span>
  )
}

export const TenantsTab = ({ group }: { group: Group }) => {
  const { t } = useTranslation('groups')
  const list: ListDef<GroupTenant> = {
    id: 'group-tenants', title: t('tenants'), embedded: true, list: groups.tenants, params: { id: group.id }, rowKey: ({ id }) => id, rowLabel: ({ title }) => title,
    defaultSort: 'title asc',
    columns: [
      { key: 'title', title: t('tenant') },
      { key: 'roleCount', title: t('roles'), cell: (tenant) => <Roles tenant={tenant} /> },
      { key: 'isInheritable', title: t('passesDown'), width: 150, hideBelow: 768, cell: ({ isInheritable }) => t(isInheritable ? 'yes' : 'no') },
      { key: 'areaName', title: t('area'), width: 170, hideBelow: 1024, cell: ({ areaName }) => areaName ?? '–' },
    ],
    empty: { title: t('noTenants') },
  }
  return <EntityTable list={list} />
}
