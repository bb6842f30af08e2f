// /admin/users/{id}: general properties, groups, tenants (R2.5-33).
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { type User, users } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { EntityPage } from '#web/ui/entity-page.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { useTab } from '#web/ui/use-tab.ts'
import { identityOf, type UserAccess } from './access.ts'
import { AddToGroupDialog } from './add-to-group-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { EndedEverywhere } from './ended-everywhere.tsx'
import { GeneralTab } from './general-tab.tsx'
import { GroupsTab } from './groups-tab.tsx'
import { Impersonate } from './impersonate.tsx'
import { nameOf } from './name.ts'
import { ResetAuthenticators } from './reset-authenticators.tsx'
import { InviteQuestion } from './invite-question.tsx'
import { useAskedAct } from './use-asked-act.ts'
import { useQuestion, useStateChange, verbFor } from './status.tsx'
import { TenantsTab } from './tenants-tab.tsx'
import { useUserForm } from './user-form.ts'
import { type OpenUserDialog, UserHead } from './user-head.tsx'
import './users.css'

const SignInDialogs = ({ user, opened, close }: { user: User; opened: OpenUserDialog; close: () => void }) => {
  if (opened === 'authenticators') return <ResetAuthenticators user={user} onClose={close} />
  return opened === 'act' ? <Impersonate user={user} onClose={close} /> : null
}

const Dialogs = ({
  user,
  access: { Places, Add },
  opened,
  groupId,
  close,
  onGone,
}: {
  user: User
  access: UserAccess
  opened: OpenUserDialog
  groupId: string
  close: () => void
  onGone: () => void
}) => {
  const { t } = useTranslation('users')
  const change = useStateChange()
  const question = useQuestion()
  const remove = useWrite(users.remove)
  const { previewOf } = useParts()
  const verb = verbFor(user)
  const forget = async (seen: string | undefined) => {
    await remove.mutateAsync({ params: { id: user.id }, seen })
    showNotice({ kind: 'success', title: t('userDeleted', { name: nameOf(user) }) })
    onGone()
  }
  if (opened === 'password') return <ChangePasswordDialog user={user} onClose={close} />
  if (opened === 'group') return <AddToGroupDialog user={user} groupId={groupId} onClose={close} />
  if (opened === 'invite') return <InviteQuestion user={user} onClose={close} />
  if (opened === 'places') return <Places identity={identityOf(user)} onClose={close} />
  if (opened === 'place') return Add && <Add identity={identityOf(user)} onClose={close} />
  if (opened === 'state')
    return <Confirm {...question(verb, user)} danger={verb === 'lock'} run={() => change(verb, user)} onClose={close} />
  if (opened === 'remove')
    return (
      <Confirm
        title={t('deleteTitle', { name: nameOf(user) })}
        body={t('deleteConsequence')}
        ok={t('deleteUser')}
        keep={t('table:keep')}
        danger
        review={previewOf?.({ kind: 'deleteUser', userId: user.id })}
        run={forget}
        onClose={close}
      />
    )
  return <SignInDialogs user={user} opened={opened} close={close} />
}

const Page = ({ user, access }: { user: User; access: UserAccess }) => {
  const { t } = useTranslation('users')
  const { tab, choose } = useTab('general')
  const go = useGo()
  const [opened, open] = useState<OpenUserDialog>()
  const [groupId, setGroupId] = useState('')
  useAskedAct(user, (asked, group = '') => {
    open(asked)
    setGroupId(group)
  })
  const [gone, setGone] = useState(false)
  const close = () => {
    open(undefined)
    setGroupId('')
  }
  const form = useUserForm(user)
  const memberships = useRead(groups.ofUser, { params: { id: user.id }, query: { take: '0' } }).data?.count
  // Once nothing holds what was typed.
  useEffect(() => {
    if (gone) go(under('admin/users'))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [gone])
  const tabs: Tab[] = [
    { id: 'general', label: t('general'), panel: <GeneralTab user={user} form={form} /> },
    {
      id: 'groups',
      label: t('memberOf'),
      count: memberships,
      panel: <GroupsTab user={user} onAdd={() => open('group')} />,
    },
    {
      id: 'tenants',
      label: t('tenants'),
      count: user.tenants.length + (user.roles.some(({ isGlobal }) => isGlobal) ? 1 : 0),
      panel: <TenantsTab user={user} access={access} open={open} />,
    },
  ]
  return (
    <>
      <UserHead user={user} open={open} />
      {user.locked && <EndedEverywhere userId={user.id} />}
      <Tabs label={nameOf(user)} tabs={tabs} chosen={tab} onChoose={choose} />
      <Dialogs
        user={user}
        access={access}
        opened={opened}
        groupId={groupId}
        close={close}
        onGone={() => setGone(true)}
      />
      <UnsavedGuard of="page" unsaved={() => form.changed.length > 0 && !gone} />
    </>
  )
}

export const UserPage = ({ access }: { access: UserAccess }) => {
  const { t } = useTranslation('users')
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  const read = useRead(users.get, { params: { id: userId } })
  return (
    <EntityPage
      read={read}
      entity={read.data}
      nameOf={nameOf}
      list="admin/users"
      id={userId}
      title={t('title')}
      loading={t('table:loading')}
      failed={<EndedEverywhere userId={userId} />}
    >
      {(user) => <Page key={user.id} user={user} access={access} />}
    </EntityPage>
  )
}
