// The groups of a user; those that the system keeps have a badge and stay.
import { UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Membership } from '#contract/group-members.ts'
import { groups } from '#contract/groups.ts'
import type { User } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { nameOf } from './name.ts'

export const GroupsTab = ({ user, onAdd }: { user: User; onAdd: () => void }) => {
  const { t } = useTranslation('users')
  const [leave, back] = [useWrite(groups.leave), useWrite(groups.addMember)]
  const { previewOf } = useParts()
  const list: ListDef<Membership> = {
    id: 'user-groups',
    embedded: true,
    title: t('memberOf'),
    list: groups.ofUser,
    params: { id: user.id },
    rowKey: ({ groupId }) => groupId,
    rowLabel: ({ groupName }) => groupName,
    defaultSort: 'groupName asc',
    columns: [
      {
        key: 'groupName',
        title: t('group'),
        cell: ({ groupId, groupName }) => (
          <AppLink href={under(`admin/groups/${groupId}`)}>
            <b>{groupName}</b>
          </AppLink>
        ),
      },
      {
        key: 'permission',
        title: t('permission'),
        width: 160,
        cell: ({ permission }) => t(permission === 'Owner' ? 'owner' : 'reader'),
      },
      {
        key: 'automated',
        title: t('kind'),
        width: 180,
        sortable: false,
        hideBelow: 768,
        cell: ({ automated }) => (automated ? <span className="st">{t('automated')}</span> : t('byHand')),
      },
    ],
    add: { label: t('addToGroup'), open: onAdd },
    actions: [
      {
        id: 'leave',
        label: t('takeOut'),
        icon: <UserMinus size={16} />,
        danger: true,
        when: ({ automated }) => !automated || t('automatedStays'),
        confirm: ({ groupId, groupName }) => ({
          title: t('takeOutTitle', { name: nameOf(user), group: groupName }),
          body: t('takeOutConsequence'),
          ok: t('takeOut'),
          keep: t('table:keep'),
          review: previewOf?.({ kind: 'leaveGroup', groupId, userId: user.id }),
        }),
        run: ({ groupId }, seen) => leave.mutateAsync({ params: { id: user.id, groupId }, seen }),
        done: ({ groupName }) => t('takenOut', { name: nameOf(user), group: groupName }),
        undo: ({ groupId, permission }) =>
          back.mutateAsync({ params: { id: groupId }, input: { userId: user.id, permission } }),
      },
    ],
    empty: { title: t('noGroups'), hint: t('noGroupsHint') },
  }
  return <EntityTable list={list} />
}
