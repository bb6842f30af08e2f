// R2.5-40: the tenants, by title, with their hierarchy in a drawer.
import { ExternalLink, Move, Network, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { type Tenant, type TenantItem } from '#contract/tenant-entry.ts'
import { under } from '#web/lib/base.ts'
import { call } from '#web/lib/client.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { AppLink, useGo } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef, RowAction } from '#web/ui/entity-table/types.ts'
import { PathLine } from '#web/ui/path-line.tsx'
import { DeleteTenant } from './delete-tenant.tsx'
import { HierarchyDrawer } from './hierarchy-drawer.tsx'
import { MoveToDialog } from './move-to-dialog.tsx'
import { NewTenantDialog } from './new-tenant-dialog.tsx'
import { Creation, MfaMark } from './tenant-marks.tsx'
import { useTenantFilters } from './use-filters.ts'
import './tenants.css'

type OpenDialog =
  | { what: 'new'; under?: TenantItem }
  | { what: 'hierarchy' }
  | { what: 'move' | 'delete'; tenant: TenantItem }
  | undefined

const pageOf = ({ id }: { id: string }) => under(`admin/tenants/${id}`)

const Title = ({ tenant }: { tenant: TenantItem }) => {
  const above = (tenant.hierarchyItems ?? []).slice(0, -1).map(({ title }) => title)
  return (
    <span className="tenant-name">
      <span>
        <AppLink href={pageOf(tenant)}>{tenant.title}</AppLink>
        {tenant.requiredTwoModeAuthentification && <MfaMark />}
      </span>
      {above.length > 0 && <PathLine titles={above} />}
    </span>
  )
}

const useActions = (open: (opened: OpenDialog) => void): RowAction<TenantItem>[] => {
  const { t } = useTranslation('tenants')
  return [
    { id: 'open', label: t('open'), icon: <ExternalLink size={16} />, run: () => {}, href: pageOf },
    {
      id: 'move',
      label: t('moveTo'),
      icon: <Move size={16} />,
      may: tenants.changeParent,
      run: (tenant) => open({ what: 'move', tenant }),
    },
    {
      id: 'below',
      label: t('newBelow'),
      icon: <Plus size={16} />,
      may: tenants.create,
      run: (tenant) => open({ what: 'new', under: tenant }),
    },
    {
      id: 'delete',
      label: t('deleteTenant'),
      icon: <Trash2 size={16} />,
      may: tenants.remove,
      danger: true,
      divided: true,
      run: (tenant) => open({ what: 'delete', tenant }),
    },
  ]
}

const useList = (open: (opened: OpenDialog) => void): ListDef<TenantItem> => {
  const { t } = useTranslation('tenants')
  const { area, creation } = useTenantFilters()
  const { previewOf, undoRemoval } = useParts()
  return {
    id: 'tenants',
    title: t('title'),
    description: t('subtitle'),
    list: tenants.list,
    query: { includeHierarchy: 'true' },
    rowKey: ({ id }) => id,
    rowLabel: ({ title }) => title,
    defaultSort: 'title asc',
    stacks: true,
    columns: [
      { key: 'title', title: t('tenantTitle'), cell: (tenant) => <Title tenant={tenant} /> },
      { key: 'areaName', title: t('area'), width: 180, hideBelow: 768, cell: ({ areaName }) => areaName ?? '–' },
      {
        key: 'taxNumber',
        title: t('taxNumber'),
        width: 140,
        hideBelow: 1024,
        cell: ({ taxNumber }) => taxNumber ?? '–',
      },
      {
        key: 'viesNumber',
        title: t('viesNumber'),
        width: 140,
        hideBelow: 1280,
        cell: ({ viesNumber }) => viesNumber ?? '–',
      },
      { key: 'auto', title: t('creation'), width: 200, hideBelow: 1024, cell: (tenant) => <Creation {...tenant} /> },
    ],
    filters: [area, creation, { key: 'isUserCustomized', label: t('customized'), kind: 'tristate' }],
    export: tenants.export,
    tools: (
      <button type="button" className="b" aria-haspopup="dialog" onClick={() => open({ what: 'hierarchy' })}>
        <Network size={16} aria-hidden="true" />
        {t('hierarchy')}
      </button>
    ),
    add: { label: t('newTenant'), may: tenants.create, open: () => open({ what: 'new' }) },
    actions: useActions(open),
    bulk: [
      {
        id: 'delete',
        label: t('table:deleteSelected'),
        icon: <Trash2 size={16} aria-hidden="true" />,
        danger: true,
        may: tenants.remove,
        confirm: (rows) => ({
          title: t('deleteMany', { count: rows.length }),
          body: t('deleteManyBody'),
          ok: t('table:delete'),
          keep: t('table:keep'),
          review: previewOf?.(rows.map(({ id }) => ({ kind: 'deleteTenant', tenantId: id }))),
        }),
        each: ({ id }, seen) => call(tenants.remove, { params: { id }, seen }),
        undo: undoRemoval && ((rows) => undoRemoval(rows.map(({ id }) => id))),
      },
    ],
    empty: { title: t('none'), hint: t('noneHint') },
  }
}

export const TenantsPage = () => {
  const { t } = useTranslation('tenants')
  const [opened, open] = useState<OpenDialog>()
  const go = useGo()
  const list = useList(open)
  const close = () => open(undefined)
  const made = (tenant: Tenant) => {
    close()
    showNotice({ kind: 'success', title: t('created', { title: tenant.title }) })
    go(pageOf(tenant))
  }
  return (
    <>
      <EntityTable list={list} />
      {opened?.what === 'new' && (
        <NewTenantDialog {...(opened.under && { under: opened.under })} onClose={close} onMade={made} />
      )}
      {opened?.what === 'hierarchy' && <HierarchyDrawer side="right" onClose={close} />}
      {opened?.what === 'move' && <MoveToDialog tenant={opened.tenant} onClose={close} />}
      {opened?.what === 'delete' && <DeleteTenant tenant={opened.tenant} onClose={close} />}
    </>
  )
}
