// R2.5-39: one group: its general properties, its members and its tenants.
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { under } from '#web/lib/base.ts'
import { useMay, useSeesAdministration } from '#web/lib/use-access.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { EntityPage } from '#web/ui/entity-page.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { useTab } from '#web/ui/use-tab.ts'
import { GeneralTab } from './general-tab.tsx'
import { useStoredGroupForm } from './group-form.ts'
import { MembersTab } from './members-tab.tsx'
import { TenantsTab } from './tenants-tab.tsx'
import './groups.css'

const Opened = ({ group }: { group: Group }) => {
  const { t } = useTranslation('groups')
  const mayChange = useMay(groups.save)
  const seesAccess = useSeesAdministration()
  const { tab, choose } = useTab('general')
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
  const read = useRead(groups.get, { params: { id: groupId } })
  return (
    <EntityPage
      read={read}
      entity={read.data}
      nameOf={({ name }) => name}
      list="admin/groups"
      id={groupId}
      title={t('title')}
      loading={t('loading')}
    >
      {(group) => <Opened key={group.id} group={group} />}
    </EntityPage>
  )
}
