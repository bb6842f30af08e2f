// /admin/users: everyone who can sign in (R2.5-26 … R2.5-32).
import { Building2, KeyRound, Lock, LockOpen, Mail, PenLine, Plus, UserCheck, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { type UserItem, users } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { call } from '#web/lib/client.ts'
import { signIn } from '#contract/sign-in.ts'
import { showNotice } from '#web/lib/notices.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { asBatch } from '#web/lib/use-fresh-preview.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef, RowAction } from '#web/ui/entity-table/types.ts'
import { identityOf, type UserAccess } from './access.ts'
import { AddToGroupDialog } from './add-to-group-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { useWithheldMail } from './withheld-mail.ts'
import { nameOf } from './name.ts'
import { NewUserDialog } from './new-user-dialog.tsx'
import { Restricted, StatusButton, useIsOwn, useQuestion, useStateChange, verbFor } from './status.tsx'
import { useInvite } from './use-invite.ts'
import { UserCell } from './user-cell.tsx'
import './users.css'

type Opened = { what: 'new' } | { what: 'password' | 'group' | 'places' | 'place'; user: UserItem } | undefined

export const pageOf = ({ id }: { id: string }) => under(`admin/users/${id}`)

const useActions = (open: (opened: Opened) => void, { Add }: UserAccess): RowAction<UserItem>[] => {
  const { t } = useTranslation('users')
  const invite = useInvite()
  const change = useStateChange()
  const isOwn = useIsOwn()
  const question = useQuestion()
  const { touch, takeOver } = useWithheldMail()
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
    stateAction('undraft', <UserCheck size={16} />),
    stateAction('unlock', <LockOpen size={16} />),
    stateAction('lock', <Lock size={16} />),
  ]
}

const useColumns = (): ListDef<UserItem>['columns'] => {
  const { t } = useTranslation('users')
  return [
    { key: 'userName', title: t('user'), width: 280, cell: (user) => <UserCell user={user} href={pageOf(user)} /> },
    {
      key: 'email',
      title: t('email'),
      hideBelow: 1280,
      cell: ({ email }) => (
        <span className="cut" title={email}>
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
        <span className="cut area" title={areaName}>
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
      hideBelow: 1024,
      cell: (user) => (user.validateScopes ? <Restricted /> : <span className="num">{t('standard')}</span>),
    },
    {
      key: 'modifiedOn',
      title: t('modified'),
      width: 150,
      hideBelow: 768,
      cell: ({ modifiedOn }) => (
        <time className="num" dateTime={modifiedOn} title={formatDateTime(modifiedOn)}>
          {relativeTime(modifiedOn)}
        </time>
      ),
    },
  ]
}

const statusWire: Record<string, Record<string, string>> = {
  active: { locked: 'false', draft: 'false' },
  locked: { locked: 'true' },
  draft: { draft: 'true' },
}

const useList = (open: (opened: Opened) => void, access: UserAccess): ListDef<UserItem> => {
  const { t } = useTranslation('users')
  const isOwn = useIsOwn()
  const { touch, takeOver } = useWithheldMail()
  const all = useRead(areas.list, { query: { take: '1000' } }).data?.items ?? []
  const named = (rows: readonly UserItem[]) => t('lockMany', { count: rows.length })
  return {
    id: 'users',
    title: t('title'),
    description: t('description'),
    list: users.list,
    rowKey: ({ id }) => id,
    rowLabel: nameOf,
    defaultSort: 'modifiedOn desc',
    columns: useColumns(),
    filters: [
      {
        key: 'status',
        kind: 'select',
        label: t('status'),
        options: (['active', 'locked', 'draft'] as const).map((value) => ({ value, label: t(value) })),
        wire: (value) => statusWire[value] ?? {},
      },
      {
        key: 'area',
        kind: 'select',
        label: t('area'),
        options: all.map(({ id, name }) => ({ value: id, label: name })),
        wire: (value) => ({ filter: `areaId eq ${value}` }),
      },
    ],
    export: users.export,
    upload: { endpoint: users.bulkInsert, template: users.template, dryRun: true },
    add: { label: t('newUser'), open: () => open({ what: 'new' }) },
    actions: useActions(open, access),
    bulk: [
      {
        id: 'lock',
        label: t('lockUser'),
        icon: <Lock size={16} aria-hidden="true" />,
        danger: true,
        when: (rows) => rows.every((user) => verbFor(user) === 'lock' && !isOwn(user) && !touch(user)),
        confirm: (rows) => ({ title: named(rows), body: t('lockBody'), ok: t('lockUser') }),
        each: ({ id }) => call(signIn.lock, { params: { id } }),
      },
    ],
    remove: {
      endpoint: users.remove,
      params: ({ id }) => ({ id }),
      deny: (user) => (isOwn(user) ? t('notOneself') : takeOver(user)),
      consequence: t('deleteConsequence'),
      tries: (rows) => asBatch(rows.map(({ id }) => ({ kind: 'deleteUser', userId: id }))),
    },
    empty: { title: t('none'), hint: t('noneHint') },
  }
}

const Dialogs = ({
  opened,
  access: { Places, Add },
  close,
}: {
  opened: Opened
  access: UserAccess
  close: () => void
}) => {
  if (!opened || opened.what === 'new') return null
  const { what, user } = opened
  if (what === 'password') return <ChangePasswordDialog user={user} onClose={close} />
  if (what === 'group') return <AddToGroupDialog user={user} onClose={close} />
  if (what === 'places') return <Places identity={identityOf(user)} onClose={close} />
  return Add && <Add identity={identityOf(user)} onClose={close} />
}

export const UsersPage = ({ access }: { access: UserAccess }) => {
  const { t } = useTranslation('users')
  const [opened, open] = useState<Opened>()
  const go = useGo()
  const list = useList(open, access)
  const close = () => open(undefined)
  return (
    <>
      <EntityTable list={list} />
      {opened?.what === 'new' && (
        <NewUserDialog
          onClose={close}
          onMade={(user) => {
            close()
            showNotice({ kind: 'success', title: t('created', { name: nameOf(user) }) })
            go(pageOf(user))
          }}
        />
      )}
      <Dialogs opened={opened} access={access} close={close} />
    </>
  )
}
