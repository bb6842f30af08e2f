// Who has what the group gives. They are added and taken out on the group's own page.
import { useTranslation } from 'react-i18next'
import type { GroupMember } from '#contract/group-members.ts'
import { type IdentityDetail, permissions } from '#contract/permissions.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { pageOf, StateTag } from './who.tsx'

const Person = ({ member }: { member: GroupMember }) => (
  <span className="pm-who">
    <Avatar email={member.email} name={member.displayName} size={32} soft />
    <span>
      <span className="pm-line">
        <AppLink href={pageOf({ id: member.userId })} className={member.locked || member.draft ? 'gone' : undefined}>
          {member.displayName}
        </AppLink>
        <StateTag of={member} />
      </span>
      <small>{member.userName}</small>
    </span>
  </span>
)

export const UsersOf = ({ identity }: { identity: IdentityDetail }) => {
  const { t } = useTranslation('permissions')
  const list: ListDef<GroupMember> = {
    id: 'permission-users',
    embedded: 'sole',
    title: t('users'),
    list: permissions.groupUsers,
    params: { groupId: identity.id },
    rowKey: ({ userId }) => userId,
    rowLabel: ({ displayName }) => displayName,
    defaultSort: 'userName asc',
    columns: [
      { key: 'userName', title: t('user'), cell: (member) => <Person member={member} /> },
      { key: 'email', title: t('email'), hideBelow: 1280 },
      { key: 'areaName', title: t('area'), width: 170, hideBelow: 1024 },
      {
        key: 'permission',
        title: t('memberAs'),
        width: 130,
        cell: ({ permission }) => (
          <span className={`tag${permission === 'Owner' ? ' c' : ''}`}>
            {t(permission === 'Owner' ? 'owner' : 'reader')}
          </span>
        ),
      },
    ],
    actions: [{ id: 'open', label: t('open'), run: () => {}, href: ({ userId }) => pageOf({ id: userId }) }],
    empty: { title: t('noMembers') },
  }
  return <EntityTable list={list} />
}
