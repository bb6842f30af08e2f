// R2.5-39, R6-05: where the group stands itself, and with which roles. Whose roles have the word
// Administrator in them sees how tenants are added and taken away (R6-15, A-72); the server decides.
import { isGodRole } from '#contract/policies.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupTenant } from '#contract/group-roles.ts'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { atGlobal, type Member, members, ofGod } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import { call } from '#web/lib/client.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useMay, useSeesAdministration } from '#web/lib/use-access.ts'
import { resourceOf } from '#web/lib/use-endpoint.ts'
import { useParts } from '#web/lib/parts.tsx'
import { roleTitle } from '#web/lib/role-title.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { BulkAction, ListDef, RowAction } from '#web/ui/entity-table/types.ts'
import { AddTenantDialog } from './add-tenant-dialog.tsx'
import { tip } from '#web/ui/tip.tsx'

const mostShown = 4

const Roles = ({ tenant: { roleEntries } }: { tenant: GroupTenant }) => {
  const { t } = useTranslation('groups')
  if (roleEntries.length === 0) return <span className="mut">{t('noRoles')}</span>
  return (
    <span className="chips">
      {roleEntries.slice(0, mostShown).map((role) => (
        <span key={role.roleId} className="tag c">
          {roleTitle(role)}
        </span>
      ))}
      {roleEntries.length > mostShown && (
        <span className="tag" {...tip(roleEntries.slice(mostShown).map(roleTitle).join(', '))}>
          {t('more', { count: roleEntries.length - mostShown })}
        </span>
      )}
    </span>
  )
}

/** Takes no further tenant (R5.7-02); a group that the system keeps has the name that it was given. */
const isEveryone = ({ automated, name }: Group) => automated && name === 'Users'

/** God is taken by God only. */
const isGods = ({ id, roles }: GroupTenant) =>
  id === globalTenant && roles.some((roleName) => isGodRole({ applicationName: 'identity.global', roleName }))

const consequenceOf = ({ roles, isInheritable }: GroupTenant) => {
  if (roles.length === 0) return 'takeAwayNothing'
  return isInheritable ? 'takeAwayBelow' : 'takeAwayHere'
}

const useTakingAway = (
  group: Group,
): {
  one: RowAction<GroupTenant>
  many: BulkAction<GroupTenant>
  whyNot: (tenant: GroupTenant) => string | undefined
} => {
  const { t } = useTranslation('groups')
  const [gods, atAll] = [useMay(ofGod), useMay(atGlobal)]
  const whyNot = (tenant: GroupTenant) => {
    if (tenant.id === globalTenant && !atAll) return t('administratorTakes')
    return isGods(tenant) && !gods ? t('godTakes') : undefined
  }
  const take = ({ id, memberId }: GroupTenant, seen?: string) =>
    call(members.remove, { params: { tenantId: id, id: memberId }, seen })
  const { previewOf, undoNewest, undoRows } = useParts()
  const changeOf = ({ id, memberId }: GroupTenant) => ({ kind: 'removeMember', tenantId: id, memberId }) as const
  const common = { id: 'take-away', label: t('takeAway'), icon: <Unlink size={16} aria-hidden="true" />, danger: true }
  const body = (tenant: GroupTenant) =>
    t(consequenceOf(tenant), {
      group: group.name,
      tenant: tenant.title,
      roles: tenant.roleEntries.map(roleTitle).join(', '),
    })
  return {
    whyNot,
    one: {
      ...common,
      when: (tenant) => whyNot(tenant) ?? true,
      run: take,
      done: ({ title }) => t('takenAway', { tenant: title, group: group.name }),
      ...(undoNewest && { undo: ({ id }) => undoNewest({ identityId: group.id, tenantId: id }) }),
      confirm: (tenant) => ({
        title: t('takeAwayOne', { tenant: tenant.title, group: group.name }),
        body: body(tenant),
        ok: t('takeAway'),
        keep: t('table:keep'),
        review: previewOf?.(changeOf(tenant)),
      }),
    },
    many: {
      ...common,
      each: take,
      ...(undoRows && { undo: (rows) => undoRows(rows.map(({ id }) => ({ identityId: group.id, tenantId: id }))) }),
      confirm: (rows) => ({
        title: t('takeAwayMany', { count: rows.length, group: group.name }),
        body: t('takeAwayManyBody', { group: group.name }),
        ok: t('takeAway'),
        keep: t('table:keep'),
        review: previewOf?.(rows.map(changeOf)),
      }),
    },
  }
}

const useList = (group: Group, onAdd: () => void): ListDef<GroupTenant> => {
  const { t } = useTranslation('groups')
  const administers = useSeesAdministration()
  const { one, many, whyNot } = useTakingAway(group)
  const list: ListDef<GroupTenant> = {
    id: 'group-tenants',
    title: t('tenants'),
    embedded: true,
    list: groups.tenants,
    params: { id: group.id },
    rowKey: ({ id }) => id,
    rowLabel: ({ title }) => title,
    defaultSort: 'title asc',
    columns: [
      { key: 'title', title: t('tenant') },
      { key: 'roleCount', title: t('roles'), cell: (tenant) => <Roles tenant={tenant} /> },
      {
        key: 'isInheritable',
        title: t('passesDown'),
        width: 150,
        hideBelow: 768,
        cell: ({ isInheritable }) => t(isInheritable ? 'yes' : 'no'),
      },
      { key: 'areaName', title: t('area'), width: 170, hideBelow: 1024, cell: ({ areaName }) => areaName ?? '–' },
    ],
    empty: { title: t('noTenants') },
  }
  if (!administers) return list
  if (isEveryone(group)) return { ...list, description: t('usersNoTenants') }
  return {
    ...list,
    empty: { title: t('noTenants'), hint: t('noTenantsHint') },
    add: { label: t('addTenant'), open: onAdd },
    actions: [one],
    bulk: [many],
    unselectable: whyNot,
  }
}

export const TenantsTab = ({ group }: { group: Group }) => {
  const { t } = useTranslation('groups')
  const [adding, setAdding] = useState(false)
  const answers = useQueryClient()
  const { undoRows } = useParts()
  const added = ({ tenantId, tenantName }: Member) => {
    setAdding(false)
    // Written at the tenant, read at the group.
    void answers.invalidateQueries({ queryKey: [resourceOf(groups.tenants)] })
    showNotice({
      kind: 'success',
      title: t('tenantAdded', { tenant: tenantName, group: group.name }),
      action: undoRows?.([{ identityId: group.id, tenantId }]),
    })
  }
  return (
    <>
      <EntityTable list={useList(group, () => setAdding(true))} />
      {adding && <AddTenantDialog group={group} onClose={() => setAdding(false)} onAdded={added} />}
    </>
  )
}
