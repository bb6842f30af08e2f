// /admin/users: everyone who can sign in (R2.5-26 … R2.5-32).
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { type UserItem, users } from '#contract/users.ts'
import { call } from '#web/lib/client.ts'
import { signIn } from '#contract/sign-in.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useGo } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { identityOf, type UserAccess } from './access.ts'
import { AddToGroupDialog } from './add-to-group-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { useWithheldMail } from './withheld-mail.ts'
import { nameOf } from './name.ts'
import { NewUserDialog } from './new-user-dialog.tsx'
import { useIsOwn, useQuestion, verbFor } from './status.tsx'
import './users.css'
import { type OpenDialog, pageOf, useActions, useColumns, statusWire } from './user-columns.tsx'

const useList = (open: (opened: OpenDialog) => void, access: UserAccess): ListDef<UserItem> => {
  const { t } = useTranslation('users')
  const isOwn = useIsOwn()
  const { touch, takeOver } = useWithheldMail()
  const { previewOf } = useParts()
  const all = useChoices(areas.list)
  const question = useQuestion()
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
        confirm: (rows) => {
          const [only, ...others] = rows
          if (only && others.length === 0) return question('lock', only)
          return { title: t('lockMany', { count: rows.length }), body: t('lockManyBody'), ok: t('lockUser') }
        },
        each: ({ id }) => call(signIn.lock, { params: { id } }),
      },
    ],
    remove: {
      endpoint: users.remove,
      params: ({ id }) => ({ id }),
      deny: (user) => (isOwn(user) ? t('notOneself') : takeOver(user)),
      askMany: (count) => t('deleteMany', { count }),
      consequence: () => t('deleteConsequence'),
      review: (rows) => previewOf?.(rows.map(({ id }) => ({ kind: 'deleteUser', userId: id }))),
    },
    empty: { title: t('none'), hint: t('noneHint') },
  }
}

const Dialogs = ({
  opened,
  access: { Places, Add },
  close,
}: {
  opened: OpenDialog
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
  const [opened, open] = useState<OpenDialog>()
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
