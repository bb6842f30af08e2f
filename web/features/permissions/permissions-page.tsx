// R2.5-42: who was given what, users in one tab and groups in the other.
import { Eye, ListX } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Identity, permissions } from '#contract/permissions.ts'
import { useSeesAdministration } from '#web/lib/use-access.ts'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { Column, ListDef } from '#web/ui/entity-table/types.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useTab } from '#web/ui/use-tab.ts'
import { OnlyForPermissions } from './only-for-permissions.tsx'
import { RemoveAll } from './remove-all.tsx'
import { useWhyNotAll } from './rules.ts'
import { IdentityCell, pageOf } from './who.tsx'
import './permissions.css'

type Kind = 'users' | 'groups'

const useColumns = (kind: Kind): Column<Identity>[] => {
  const { t, i18n } = useTranslation('permissions')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const count = (of: number | null) => (of === null ? <span className="mut">{t('bySystem')}</span> : number.format(of))
  const counted = (
    key: 'tenantCount' | 'roleCount' | 'memberCount' | 'groupCount',
    title: string,
    hideBelow?: 768 | 1024,
  ): Column<Identity> => ({
    key,
    title,
    width: 104,
    sortable: false,
    align: 'end',
    ...(hideBelow && { hideBelow }),
    cell: (identity) => <span className="num">{count(identity[key])}</span>,
  })
  const who: Column<Identity> = {
    key: kind === 'users' ? 'userName' : 'displayName',
    title: t(kind === 'users' ? 'user' : 'group'),
    cell: (identity) => <IdentityCell identity={identity} />,
  }
  const area: Column<Identity> = { key: 'areaName', title: t('area'), width: 170, hideBelow: 1024 }
  const email: Column<Identity>[] = kind === 'users' ? [{ key: 'email', title: t('email'), hideBelow: 1280 }] : []
  const others = kind === 'users' ? counted('groupCount', t('groups'), 768) : counted('memberCount', t('users'), 768)
  return [who, ...email, area, others, counted('tenantCount', t('tenants')), counted('roleCount', t('roles'), 768)]
}

const endpointsOf = {
  users: {
    list: permissions.users,
    upload: { endpoint: permissions.insertUsers, template: permissions.userTemplate },
  },
  groups: {
    list: permissions.groups,
    upload: { endpoint: permissions.insertGroups, template: permissions.groupTemplate },
  },
} as const

const useList = (kind: Kind, askAll: (identity: Identity) => void): ListDef<Identity> => {
  const { t } = useTranslation('permissions')
  const whyNot = useWhyNotAll()
  const administers = useSeesAdministration()
  const { list, upload } = endpointsOf[kind]
  return {
    id: `permissions-${kind}`,
    embedded: 'sole',
    title: t(kind),
    list,
    rowKey: ({ id }) => id,
    rowLabel: ({ displayName }) => displayName,
    defaultSort: kind === 'users' ? 'userName asc' : 'displayName asc',
    columns: useColumns(kind),
    filters: [{ key: 'hasPermissions', label: t('hasPermissions'), kind: 'tristate' }],
    actions: [
      { id: 'open', label: t('open'), icon: <Eye size={16} aria-hidden="true" />, run: () => {}, href: pageOf },
      {
        id: 'remove-all',
        label: t('removeAllOf'),
        icon: <ListX size={16} aria-hidden="true" />,
        danger: true,
        when: (identity) => administers && (whyNot(identity) ?? true),
        run: askAll,
      },
    ],
    ...(administers && { upload: { ...upload, dryRun: true, may: 'whoever-sees' as const } }),
    empty: { title: t(kind === 'users' ? 'noUsers' : 'noGroups') },
  }
}

const List = ({ kind }: { kind: Kind }) => {
  const [leaving, setLeaving] = useState<Identity>()
  const list = useList(kind, setLeaving)
  return (
    <>
      <EntityTable list={list} />
      {leaving && <RemoveAll identity={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

const Opened = () => {
  const { t } = useTranslation('permissions')
  const { tab, choose } = useTab('users')
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  const tabs = (['users', 'groups'] as const).map((kind) => ({
    id: kind,
    label: t(kind),
    panel: <List key={kind} kind={kind} />,
  }))
  return (
    <>
      <ContentHeader title={t('title')} subtitle={t('subtitle')} />
      <Tabs label={t('title')} tabs={tabs} chosen={tab} onChoose={choose} />
    </>
  )
}

export const PermissionsPage = () => (
  <OnlyForPermissions>
    <Opened />
  </OnlyForPermissions>
)
