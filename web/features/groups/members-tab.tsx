// R2.5-39, R6-17: who is in the group; its owners and Administrators add, change and take out.
import { CircleDashed, Lock, UserMinus, UserRoundCog } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { GroupMember, Permission } from '#contract/group-members.ts'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { call } from '#web/lib/client.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useParts } from '#web/lib/parts.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { BulkAction, ListDef, RowAction } from '#web/ui/entity-table/types.ts'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { useUndoMembers } from './use-undo-members.ts'

const Person = ({ member }: { member: GroupMember }) => {
  const { t } = useTranslation('groups')
  const gone = member.locked || member.draft
  const Mark = member.locked ? Lock : CircleDashed
  return (
    <span className="person">
      <Avatar email={member.email} name={member.displayName} size={32} soft />
      <span>
        <b className={gone ? 'struck' : ''}>{member.displayName}</b>
        {gone && (
          <span className={`st ${member.locked ? 'lock' : ''}`}>
            <Mark size={13} aria-hidden="true" />
            {t(member.locked ? 'locked' : 'draft')}
          </span>
        )}
        <small>{member.userName}</small>
      </span>
    </span>
  )
}

const PermissionTag = ({ permission }: { permission: Permission }) => {
  const { t } = useTranslation('groups')
  return (
    <span className={`tag${permission === 'Owner' ? ' c' : ''}`}>{t(permission === 'Owner' ? 'owner' : 'reader')}</span>
  )
}

const usePermissionActions = (group: Group): RowAction<GroupMember>[] => {
  const { t } = useTranslation('groups')
  const put = useWrite(groups.addMember)
  const { putBack } = useUndoMembers(group.id)
  const become = (permission: Permission) => async (member: GroupMember) => {
    const { userId, displayName } = member
    try {
      await put.mutateAsync({ params: { id: group.id }, input: { userId, permission } })
      showNotice({
        kind: 'success',
        title: t(permission === 'Owner' ? 'isOwnerNow' : 'isReaderNow', { name: displayName }),
        action: putBack([member]),
      })
    } catch (error) {
      showFailure(t('errors:failedAction'), error)
    }
  }
  const icon = <UserRoundCog size={16} aria-hidden="true" />
  return [
    {
      id: 'owner',
      label: t('makeOwner'),
      icon,
      when: ({ permission }) => permission === 'Reader',
      run: become('Owner'),
    },
    {
      id: 'reader',
      label: t('makeReader'),
      icon,
      when: ({ permission }) => permission === 'Owner',
      run: become('Reader'),
    },
  ]
}

/** Not a deletion: the account stays. */
const useTakingOut = (group: Group): { one: RowAction<GroupMember>; many: BulkAction<GroupMember> } => {
  const { t } = useTranslation('groups')
  const take = ({ userId }: GroupMember, seen?: string) =>
    call(groups.removeMember, { params: { id: group.id, userId }, seen })
  const { previewOf } = useParts()
  const { put, putBack } = useUndoMembers(group.id)
  const changeOf = ({ userId }: GroupMember) => ({ kind: 'leaveGroup', groupId: group.id, userId }) as const
  const common = { id: 'take-out', label: t('takeOut'), icon: <UserMinus size={16} aria-hidden="true" />, danger: true }
  const about = { body: t('takeOutConsequence', { group: group.name }), ok: t('takeOut'), keep: t('table:keep') }
  return {
    one: {
      ...common,
      confirm: (member) => ({
        ...about,
        title: t('takeOutOne', { name: member.displayName, group: group.name }),
        review: previewOf?.(changeOf(member)),
      }),
      run: take,
      done: ({ displayName }) => t('takenOut', { name: displayName, group: group.name }),
      undo: put,
    },
    many: {
      ...common,
      confirm: (rows) => ({
        ...about,
        title: t('takeOutMany', { count: rows.length, group: group.name }),
        review: previewOf?.(rows.map(changeOf)),
      }),
      each: take,
      undo: putBack,
    },
  }
}

/** The import of this very group. */
const of = <const E extends AnyEndpoint>(endpoint: E, id: string): E => ({
  ...endpoint,
  path: endpoint.path.replace(':id', id),
})

const useList = (group: Group, mayChange: boolean, onAdd: () => void): ListDef<GroupMember> => {
  const { t } = useTranslation('groups')
  const permissionActions = usePermissionActions(group)
  const { one, many } = useTakingOut(group)
  const list: ListDef<GroupMember> = {
    id: 'group-members',
    title: t('members'),
    embedded: true,
    list: groups.members,
    params: { id: group.id },
    rowKey: ({ userId }) => userId,
    rowLabel: ({ displayName }) => displayName,
    defaultSort: 'userName asc',
    columns: [
      { key: 'userName', title: t('user'), cell: (member) => <Person member={member} /> },
      { key: 'email', title: t('email'), hideBelow: 1024 },
      { key: 'areaName', title: t('area'), width: 170, hideBelow: 1280 },
      {
        key: 'permission',
        title: t('permission'),
        width: 130,
        cell: ({ permission }) => <PermissionTag permission={permission} />,
      },
    ],
    ...(group.automated
      ? { description: t('automatedHint') }
      : {
          filters: [
            {
              key: 'permission',
              label: t('permission'),
              kind: 'select',
              options: [
                { value: 'Reader', label: t('reader') },
                { value: 'Owner', label: t('owner') },
              ],
              wire: (value) => ({ filter: `permission eq '${value}'` }),
            },
          ],
        }),
    empty: { title: t('noMembers'), ...(mayChange && { hint: t('noMembersHint') }) },
  }
  if (!mayChange) return list
  return {
    ...list,
    add: { label: t('addMember'), open: onAdd },
    actions: [...permissionActions, one],
    bulk: [many],
    upload: { endpoint: of(groups.bulkInsert, group.id), template: of(groups.template, group.id), dryRun: true },
  }
}

export const MembersTab = ({ group, mayChange }: { group: Group; mayChange: boolean }) => {
  const { t } = useTranslation('groups')
  const [adding, setAdding] = useState(false)
  const list = useList(group, mayChange, () => setAdding(true))
  const { takeOut, putBack } = useUndoMembers(group.id)
  const added = (member: GroupMember, before: GroupMember | undefined) => {
    setAdding(false)
    const action = before ? putBack([before]) : takeOut(member)
    showNotice({ kind: 'success', title: t('added', { name: member.displayName }), action })
  }
  return (
    <>
      <EntityTable list={list} />
      {adding && <AddMemberDialog group={group} onClose={() => setAdding(false)} onAdded={added} />}
    </>
  )
}
