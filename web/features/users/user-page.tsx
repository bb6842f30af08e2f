// /admin/users/{id}: general properties, groups, tenants (R2.5-33).
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, Lock, LockOpen, Mail, Trash2, UserCheck, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { AddToGroupDialog } from './add-to-group-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { GeneralTab } from './general-tab.tsx'
import { GroupsTab } from './groups-tab.tsx'
import { nameOf } from './name.ts'
import { Restricted, Status, useQuestion, useStateChange, verbFor } from './status.tsx'
import { TenantsTab } from './tenants-tab.tsx'
import { useInvite } from './use-invite.ts'
import './users.css'

type Opened = 'password' | 'group' | 'state' | 'remove' | undefined

const stateIcons = { lock: <Lock size={16} aria-hidden="true" />, unlock: <LockOpen size={16} aria-hidden="true" />, undraft: <UserCheck size={16} aria-hidden="true" /> }

const Actions = ({ user, open }: { user: User; open: (opened: Opened) => void }) => {
  const { t } = useTranslation('users')
  const invite = useInvite()
  const verb = verbFor(user)
  const own = useIdentity()?.id === user.id
  return (
    <div className="et-actions">
      <button type="button" className="b" disabled={user.draft} onClick={() => void invite(user)}><Mail size={16} aria-hidden="true" />{t('sendInvitation')}</button>
      <button type="button" className="b" onClick={() => open('password')}><KeyRound size={16} aria-hidden="true" />{t('changePassword')}</button>
      <button type="button" className={`b${verb === 'lock' ? ' danger' : ''}`} disabled={own && verb === 'lock'} onClick={() => open('state')}>{stateIcons[verb]}{t(`${verb}User`)}</button>
      <RowMenu label={t('moreFor', { name: nameOf(user) })} items={[
        { id: 'group', label: t('addToGroup'), icon: <UsersRound size={16} />, reason: user.draft ? t('pendingApproval') : undefined, run: () => open('group') },
        { id: 'remove', label: t('deleteUser'), icon: <Trash2 size={16} />, danger: true, divided: true, reason: own ? t('notOneself') : undefined, run: () => open('remove') },
      ]} />
    </div>
  )
}

const Head = ({ user, open }: { user: User; open: (opened: Opened) => void }) => (
  <div className="user-head">
    <Avatar email={user.email} name={nameOf(user)} size={76} soft />
    <div className="user-title">
      <div className="h1-line"><h1>{nameOf(user)}</h1><Status user={user} />{user.validateScopes && <Restricted />}</div>
      <p className="mut">{user.userName} · {user.email}</p>
      <p className="user-tags"><span className="tag c">{user.areaName}</span>{user.teams.slice(0, 10).map((team) => <span key={team} className="tag">{team}</span>)}</p>
    </div>
    <span className="sp" />
    <Actions user={user} open={open} />
  </div>
)

const Dialogs = ({ user, opened, close }: { user: User; opened: Opened; close: () => void }) => {
  const { t } = useTranslation('users')
  const { change } = useStateChange()
  const question = useQuestion()
  const remove = useWrite(users.remove)
  const answers = useQueryClient()
  const go = useGo()
  const verb = verbFor(user)
  const changeState = async () => {
    await change(verb, user)
    await answers.invalidateQueries({ queryKey: ['users'] })
  }
  const forget = async () => {
    await remove.mutateAsync({ params: { id: user.id } })
    showNotice({ kind: 'success', title: t('userDeleted', { name: nameOf(user) }) })
    go(under('admin/users'))
  }
  if (opened === 'password') return <ChangePasswordDialog user={user} onClose={close} />
  if (opened === 'group') return <AddToGroupDialog user={user} onClose={close} />
  if (opened === 'state') return <Confirm {...question(verb, user)} danger={verb === 'lock'} run={changeState} onClose={close} />
  if (opened === 'remove') return <Confirm title={t('deleteTitle', { name: nameOf(user) })} body={t('deleteConsequence')} ok={t('deleteUser')} danger run={forget} onClose={close} />
  return null
}

const useTab = () => {
  const { tab = 'general' } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  return { tab, choose: (to: string) => void navigate({ to: '.', search: (to === 'general' ? {} : { tab: to }) as never, replace: true, resetScroll: false }) }
}

const Opened = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const { tab, choose } = useTab()
  const [opened, open] = useState<Opened>()
  const tabs: Tab[] = [
    { id: 'general', label: t('general'), panel: <GeneralTab user={user} /> },
    { id: 'groups', label: t('memberOf'), panel: <GroupsTab user={user} onAdd={() => open('group')} /> },
    { id: 'tenants', label: t('tenants'), count: user.tenants.length, panel: <TenantsTab user={user} /> },
  ]
  return (
    <>
      <Head user={user} open={open} />
      <Tabs label={nameOf(user)} tabs={tabs} chosen={tab} onChoose={choose} />
      <Dialogs user={user} opened={opened} close={() => open(undefined)} />
    </>
  )
}

export const UserPage = () => {
  const { t } = useTranslation('users')
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  const user = useRead(users.get, { params: { id: userId } })
  const name = user.data && nameOf(user.data)
  useRememberedTitle(`/admin/users/${userId}`, name)
  useEffect(() => {
    document.title = `${name ?? t('title')} · Portico`
  }, [name, t])
  if (user.data) return <Opened key={`${user.data.id}`} user={user.data} />
  if (user.isError) return <><ContentHeader back={under('admin/users')} title={t('title')} /><FailureAlert error={user.error} onRetry={() => void user.refetch()} /></>
  return <div className="skeleton-page" role="status"><span className="sr">{t('table:loading')}</span><i /><i /><i /></div>
}
