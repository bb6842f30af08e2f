// What the list of users shows, and what it can do with one of them.
import { Building2, Eye, KeyRound, Lock, LockOpen, Mail, PenLine, Plus, UserCheck, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type UserItem } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useParts } from '#web/lib/parts.tsx'
import { relativeTime } from '#web/lib/relative-time.ts'
import type { ListDef, RowAction } from '#web/ui/entity-table/types.ts'
import { type UserAccess } from './access.ts'
import { nameOf } from './name.ts'
import { useWithheldMail } from './withheld-mail.ts'
import { Restricted, StatusButton, useIsOwn, useQuestion, useStateChange, verbFor } from './status.tsx'
import { useInvite } from './use-invite.ts'
import { UserCell } from './user-cell.tsx'

export type OpenDialog =
  | { what: 'new' }
  | { what: 'password' | 'group' | 'places' | 'place'; user: UserItem }
  | undefined

export const pageOf = ({ id }: { id: string }) => under(`admin/users/${id}`)

export const useActions = (open: (opened: OpenDialog) => void, { Add }: UserAccess): RowAction<UserItem>[] => {
  const { t } = useTranslation('users')
  const invite = useInvite()
  const change = useStateChange()
  const isOwn = useIsOwn()
  const question = useQuestion()
  const { touch, takeOver } = useWithheldMail()
  const { seeAs } = useParts()
  const letIn = (user: UserItem) => (user.draft ? t('pendingApproval') : true)
  const stateAction = (
    verb: 'lock' | 'unlock' | 'undraft',
    icon: RowAction<UserItem>['icon'],
  ): RowAction<UserItem> => ({
    id: verb,
    label: t(`${verb}User`),
    icon,
    danger: verb === 'lock',
    when: (user) =>
      verbFor(user) === verb && (verb === 'lock' && isOwn(user) ? t('notOneselfLock') : (touch(user) ?? true)),
    confirm: (user) => question(verb, user),
    run: (user) => change(verb, user),
  })
  return [
    { id: 'open', label: t('open'), icon: <PenLine size={16} />, run: () => {}, href: pageOf },
    {
      id: 'password',
      label: t('changePassword'),
      icon: <KeyRound size={16} />,
      when: (user) => takeOver(user) ?? true,
      run: (user) => open({ what: 'password', user }),
    },
    {
      id: 'invite',
      label: t('sendInvitation'),
      icon: <Mail size={16} />,
      when: (user) => touch(user) ?? letIn(user),
      run: invite,
    },
    {
      id: 'group',
      label: t('addToGroup'),
      icon: <UsersRound size={16} />,
      when: letIn,
      run: (user) => open({ what: 'group', user }),
    },
    {
      id: 'places',
      label: t('tenantRoles'),
      icon: <Building2 size={16} />,
      run: (user) => open({ what: 'places', user }),
    },
    ...(Add
      ? [
          {
            id: 'place',
            label: t('addTenantRoles'),
            icon: <Plus size={16} />,
            run: (user: UserItem) => open({ what: 'place', user }),
          },
        ]
      : []),
    ...(seeAs
      ? [
          {
            id: 'see',
            label: t('seeAs'),
            icon: <Eye size={16} />,
            run: (user: UserItem) => seeAs({ id: user.id, displayName: nameOf(user) }),
          },
        ]
      : []),
    stateAction('undraft', <UserCheck size={16} />),
    stateAction('unlock', <LockOpen size={16} />),
    stateAction('lock', <Lock size={16} />),
  ]
}

export const useColumns = (): ListDef<UserItem>['columns'] => {
  const { t } = useTranslation('users')
  return [
    { key: 'userName', title: t('user'), width: 280, cell: (user) => <UserCell user={user} href={pageOf(user)} /> },
    {
      key: 'email',
      title: t('email'),
      hideBelow: 1280,
      cell: ({ email }) => (
        <span className="cut" data-tip={email}>
          {email}
        </span>
      ),
    },
    {
      key: 'areaName',
      title: t('area'),
      width: 170,
      hideBelow: 768,
      cell: ({ areaName }) => (
        <span className="cut area" data-tip={areaName}>
          {areaName}
        </span>
      ),
    },
    { key: 'locked', title: t('status'), sortable: false, width: 150, cell: (user) => <StatusButton user={user} /> },
    {
      key: 'validateScopes',
      title: t('access'),
      sortable: false,
      width: 130,
      hideBelow: 1280,
      cell: (user) => (user.validateScopes ? <Restricted /> : <span className="num">{t('standard')}</span>),
    },
    {
      key: 'modifiedOn',
      title: t('modified'),
      width: 150,
      hideBelow: 768,
      cell: ({ modifiedOn }) => (
        <time className="num" dateTime={modifiedOn} data-tip={formatMoment(modifiedOn)}>
          {relativeTime(modifiedOn)}
        </time>
      ),
    },
  ]
}

export const statusWire: Record<string, Record<string, string>> = {
  active: { locked: 'false', draft: 'false' },
  locked: { locked: 'true' },
  draft: { draft: 'true' },
}
