// R2.5-43: a group with its tenants and its users; a user with their tenants.
import { useParams } from '@tanstack/react-router'
import { localeOf } from '#contract/kernel/locale.ts'
import { ListX, ScanSearch, UserRound, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { type IdentityDetail, permissions } from '#contract/permissions.ts'
import { users } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { usePolicy, useMay, useSeesAdministration } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { EntityPage } from '#web/ui/entity-page.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { useTab } from '#web/ui/use-tab.ts'
import { OnlyForPermissions } from './only-for-permissions.tsx'
import { RemoveAll } from './remove-all.tsx'
import { useWhyNotAll } from './rules.ts'
import { TenantRows } from './tenant-rows.tsx'
import { UsersOf } from './users-of.tsx'
import { Mark, StateTag } from './who.tsx'
import './permissions.css'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'

/** The entity itself, for anyone who has its screen. */
const useLinks = ({ id, identityType, userName }: IdentityDetail) => {
  const { t } = useTranslation('permissions')
  const isUser = identityType === 'User'
  const mayOpen = useMay(isUser ? users.get : groups.roles)
  // R2.5-16: of the screen, whose calls are for others, too.
  const inspects = usePolicy('readsLogs')
  const Icon = isUser ? UserRound : UsersRound
  return (
    <>
      {isUser && inspects && (
        <AppLink className="b" href={under(`admin/inspector?user=${encodeURIComponent(userName ?? id)}`)}>
          <ScanSearch size={16} aria-hidden="true" />
          {t('inspect')}
        </AppLink>
      )}
      {mayOpen && (
        <AppLink className="b" href={under(`admin/${isUser ? 'users' : 'groups'}/${id}`)}>
          <Icon size={16} aria-hidden="true" />
          {t(isUser ? 'openUser' : 'openGroup')}
        </AppLink>
      )}
    </>
  )
}

const Glance = ({ identity }: { identity: IdentityDetail }) => {
  const { t, i18n } = useTranslation('permissions')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const { identityType, memberCount, groupCount, tenantCount, roleCount, portalRoles, areaName } = identity
  const lines: [string, string][] = [
    [t('area'), areaName],
    identityType === 'User'
      ? [t('groups'), number.format(groupCount ?? 0)]
      : [t('users'), memberCount === null ? t('bySystem') : number.format(memberCount)],
    [t('tenants'), number.format(tenantCount)],
    [t('roles'), number.format(roleCount)],
    ...(portalRoles.length > 0 ? [[t('portalRoles'), portalRoles.join(', ')] as [string, string]] : []),
  ]
  return (
    <section className="card pm-glance" aria-label={t('details')}>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mut">{t(identityType === 'User' ? 'ownOnlyUser' : 'ownOnlyGroup')}</p>
    </section>
  )
}

const Panels = ({ identity }: { identity: IdentityDetail }) => {
  const { t } = useTranslation('permissions')
  const { tab, choose } = useTab('tenants')
  if (identity.identityType === 'User') return <TenantRows identity={identity} />
  const tabs: Tab[] = [
    { id: 'tenants', label: t('tenants'), count: identity.tenantCount, panel: <TenantRows identity={identity} /> },
    {
      id: 'users',
      label: t('users'),
      count: identity.memberCount ?? undefined,
      panel: <UsersOf identity={identity} />,
    },
  ]
  return <Tabs label={identity.displayName} tabs={tabs} chosen={tab} onChoose={choose} />
}

const Opened = ({ identity }: { identity: IdentityDetail }) => {
  const { t } = useTranslation('permissions')
  const [asking, ask] = useState(false)
  const mayRemove = useSeesAdministration()
  const reason = useWhyNotAll()(identity)
  const links = useLinks(identity)
  const { identityType, displayName, userName, email, description, automated } = identity
  const remove = mayRemove && (
    <ReasonedButton className="b danger" reason={reason} onClick={() => ask(true)}>
      <ListX size={16} aria-hidden="true" />
      {t('removeAll')}
    </ReasonedButton>
  )
  const back = under(`admin/permissions${identityType === 'Group' ? '?tab=groups' : ''}`)
  return (
    <>
      <div className="pm-head">
        <ContentHeader
          back={back}
          title={
            <span className="pm-title">
              <Mark identity={identity} size={40} />
              {displayName}
              <StateTag of={identity} />
            </span>
          }
          tags={[t(identityType === 'User' ? 'user' : 'group'), ...(automated ? [t('automated')] : [])]}
          subtitle={identityType === 'User' ? `${userName} · ${email}` : (description ?? undefined)}
          actions={
            <div className="pm-actions">
              {links}
              {remove}
            </div>
          }
        />
      </div>
      <Glance identity={identity} />
      <Panels identity={identity} />
      {asking && <RemoveAll identity={identity} onClose={() => ask(false)} />}
    </>
  )
}

const Read = () => {
  const { t } = useTranslation('permissions')
  const { identityId = '' } = useParams({ strict: false }) as { identityId?: string }
  const read = useRead(permissions.get, { params: { id: identityId }, query: { take: '0' } }, { previous: true })
  const identity = read.data?.identity.id === identityId ? read.data.identity : undefined
  return (
    <EntityPage
      read={read}
      entity={identity}
      nameOf={({ displayName }) => displayName}
      list="admin/permissions"
      id={identityId}
      title={t('title')}
      loading={t('loading')}
    >
      {(opened) => <Opened key={opened.id} identity={opened} />}
    </EntityPage>
  )
}

export const IdentityPage = () => (
  <OnlyForPermissions>
    <Read />
  </OnlyForPermissions>
)
