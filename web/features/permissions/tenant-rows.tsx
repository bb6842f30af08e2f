// The tenants where a user or a group stands itself, each with what was given there.
import { ListX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type IdentityDetail, permissions } from '#contract/permissions.ts'
import { type TenantIdentity } from '#contract/permission-entry.ts'
import { formatDate } from '#web/lib/format.ts'
import { useParts } from '#web/lib/parts.tsx'
import { roleTitle } from '#web/lib/role-title.ts'
import { useSeesAdministration } from '#web/lib/use-access.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { BulkAction, ListDef, RowAction } from '#web/ui/entity-table/types.ts'
import { useRemoval } from './remove-all.tsx'
import { useWhyNotOne } from './rules.ts'
import { TenantCell, TypeCell, RoleLines } from './tenant-cells.tsx'
import { tip } from '#web/ui/tip.tsx'

const useTaking = (
  identity: IdentityDetail,
): {
  one: RowAction<TenantIdentity>
  many: BulkAction<TenantIdentity>
  whyNot: (row: TenantIdentity) => string | undefined
} => {
  const { t } = useTranslation('permissions')
  const remove = useRemoval()
  const whyNot = useWhyNotOne(identity)
  const name = identity.displayName
  const take = ({ tenantId }: TenantIdentity, seen?: string) => remove(identity.id, [tenantId], seen)
  const { previewOf, undoNewest, undoRows } = useParts()
  const rowOf = ({ tenantId }: TenantIdentity) => ({ identityId: identity.id, tenantId })
  const review = (rows: readonly TenantIdentity[]) =>
    previewOf?.({
      kind: 'leaveTenants',
      identityId: identity.id,
      tenantIds: rows.map(({ tenantId }) => tenantId),
    })
  const common = { id: 'remove', label: t('remove'), icon: <ListX size={16} aria-hidden="true" />, danger: true }
  const words = ({ roles, isInheritable, tenantName }: TenantIdentity) =>
    roles.length === 0
      ? t('losesNothing', { tenant: tenantName })
      : t(isInheritable ? 'losesBelow' : 'losesHere', {
          name,
          tenant: tenantName,
          roles: roles.map(roleTitle).join(', '),
        })
  return {
    whyNot,
    one: {
      ...common,
      when: (row) => whyNot(row) ?? true,
      run: take,
      done: ({ tenantName }) => t('removedOne', { tenant: tenantName, name }),
      ...(undoNewest && { undo: (row) => undoNewest(rowOf(row)) }),
      confirm: (row) => ({
        title: t('removeOne', { tenant: row.tenantName, name }),
        body: words(row),
        ok: t('remove'),
        keep: t('table:keep'),
        review: review([row]),
      }),
    },
    many: {
      ...common,
      each: take,
      ...(undoRows && { undo: (rows) => undoRows(rows.map(rowOf)) }),
      confirm: (rows) => ({
        title: t('removeMany', { count: rows.length, name }),
        body: t('removeManyBody'),
        ok: t('remove'),
        keep: t('table:keep'),
        review: review(rows),
      }),
    },
  }
}

const useList = (identity: IdentityDetail): ListDef<TenantIdentity> => {
  const { t } = useTranslation('permissions')
  const { one, many, whyNot } = useTaking(identity)
  const administers = useSeesAdministration()
  return {
    id: 'permission-rows',
    embedded: 'sole',
    title: t('tenants'),
    list: permissions.get,
    params: { id: identity.id },
    rowKey: ({ id }) => id,
    rowLabel: ({ tenantName }) => tenantName,
    defaultSort: 'tenantName asc',
    stacks: true,
    columns: [
      { key: 'tenantName', title: t('tenant'), width: 340, cell: (row) => <TenantCell row={row} /> },
      { key: 'roleCount', title: t('roles'), cell: (row) => <RoleLines row={row} identity={identity} /> },
      {
        key: 'hierarchyType',
        title: t('type'),
        width: 110,
        hideBelow: 1280,
        cell: ({ hierarchyType }) => <TypeCell type={hierarchyType} />,
      },
      {
        key: 'isInheritable',
        title: t('passesDown'),
        width: 130,
        hideBelow: 1024,
        cell: ({ isInheritable }) => t(isInheritable ? 'yes' : 'no'),
      },
      {
        key: 'grantedOn',
        title: t('givenOn'),
        width: 126,
        hideBelow: 1280,
        cell: ({ grantedOn, grantedBy }) => (
          <span {...tip(grantedBy ? t('givenBy', { name: grantedBy }) : undefined)}>{formatDate(grantedOn)}</span>
        ),
      },
    ],
    ...(administers && { actions: [one], bulk: [many], unselectable: whyNot }),
    empty: { title: t('noRows'), hint: t(identity.identityType === 'User' ? 'noRowsUser' : 'noRowsGroup') },
  }
}

export const TenantRows = ({ identity }: { identity: IdentityDetail }) => <EntityTable list={useList(identity)} />
