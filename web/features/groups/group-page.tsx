// R2.5-39: one group: its general properties, its members and its tenants.
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { under } from '#web/lib/base.ts'
import { useMay, useSeesAdministration } from '#web/lib/use-access.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { GeneralTab } from './general-tab.tsx'
import { useStoredGroupForm } from './group-form.ts'
import { MembersTab } from './members-tab.tsx'
import { TenantsTab } from './tenants-tab.tsx'
import './groups.css'

const useTab = () => {
  const { tab = 'general' } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  return {
    tab,
    choose: (to: string) =>
      void navigate({
        to: '.',
        search: (to === 'general' ? {} : { tab: to }) as never,
        replace: true,
        resetScroll: false,
      }),
  }
}

const Opened = ({ group }: { group: Group }) => {
  const { t } = useTranslation('groups')
  const mayChange = useMay(groups.save)
  const seesAccess = useSeesAdministration()
  const { tab, choose } = useTab()
  const save = useWrite(groups.save)
  const form = useStoredGroupForm(group, save.isPending)
  const tabs: Tab[] = [
    {
      id: 'general',
      label: t('general'),
      panel: <GeneralTab group={group} form={form} save={save} mayChange={mayChange} />,
    },
    {
      id: 'members',
      label: t('members'),
      count: group.memberCount ?? undefined,
      panel: <MembersTab group={group} mayChange={!group.automated && (mayChange || group.userIsOwner)} />,
    },
    ...(seesAccess ? [{ id: 'tenants', label: t('tenants'), panel: <TenantsTab group={group} /> }] : []),
  ]
  return (
    <>
      <ContentHeader
        back={under('admin/groups')}
        title={group.name}
        tags={[
          group.areaName,
          ...(group.automated ? [t('automated')] : []),
          ...(group.userIsOwner ? [t('yours')] : []),
        ]}
        subtitle={group.description ?? undefined}
      />
      <Tabs label={group.name} tabs={tabs} chosen={tab} onChoose={choose} />
      <UnsavedGuard of="page" unsaved={() => mayChange && form.changed.length > 0} />
    </>
  )
}

export const GroupPage = () => {
  const { t } = useTranslation('groups')
  const { groupId = '' } = useParams({ strict: false }) as { groupId?: string }
  const group = useRead(groups.get, { params: { id: groupId } })
  const name = group.data?.name
  useRememberedTitle(`/admin/groups/${groupId}`, name)
  useEffect(() => {
    document.title = `${name ?? t('title')} · Portico`
  }, [name, t])
  if (group.data) return <Opened key={group.data.id} group={group.data} />
  if (group.isError)
    return (
      <>
        <ContentHeader back={under('admin/groups')} title={t('title')} />
        <FailureAlert error={group.error} onRetry={() => void group.refetch()} />
      </>
    )
  return (
    <div className="skeleton-page" role="status">
      <span className="sr">{t('loading')}</span>
      <i />
      <i />
      <i />
    </div>
  )
}
