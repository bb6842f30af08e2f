// /admin/securityConfig (R2.5-14): the security configurations, and the policies in a tab of their own.
import { SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { policyDocuments, securityConfig } from '#contract/security-config.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { AppLink, useGo } from '#web/ui/app-link.tsx'
import { useRememberedTitle } from '#web/ui/breadcrumbs.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { crumbOf, home, homeOf, type Kind, pageOf, type StoredDocument } from './document-kind.ts'
import { InForce } from './in-force.tsx'
import './security-config.css'

const Name = ({ kind, document: { id, title, description } }: { kind: Kind; document: StoredDocument }) => (
  <span className="doc-name">
    <AppLink href={pageOf(kind, id)}>{title}</AppLink>
    {description && <small title={description}>{description}</small>}
  </span>
)

type Columns = ListDef<StoredDocument>['columns']

const useColumns = (kind: Kind): Columns => {
  const { t } = useTranslation('security-config')
  const id: Columns = kind === 'policy' ? [{ key: 'id', title: t('id'), width: 220, hideBelow: 768 }] : []
  return [
    ...id,
    { key: 'title', title: t('documentTitle'), cell: (document) => <Name kind={kind} document={document} /> },
    { key: 'modifiedByDisplayName', title: t('modifiedByColumn'), width: 200, hideBelow: 1024 },
    {
      key: 'modifiedOn',
      title: t('modifiedOn'),
      width: 170,
      hideBelow: 768,
      cell: ({ modifiedOn }) => (
        <time className="num" dateTime={modifiedOn} title={formatDateTime(modifiedOn)}>
          {relativeTime(modifiedOn)}
        </time>
      ),
    },
  ]
}

const useList = (kind: Kind): ListDef<StoredDocument> => {
  const { t } = useTranslation('security-config')
  const go = useGo()
  const ofPolicy = kind === 'policy'
  return {
    id: ofPolicy ? 'policies' : 'securityConfig',
    title: t(ofPolicy ? 'policies' : 'configurations'),
    embedded: 'sole',
    list: ofPolicy ? policyDocuments.listPolicies : securityConfig.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ title }) => title,
    defaultSort: ofPolicy ? 'id asc' : 'title asc',
    columns: useColumns(kind),
    add: {
      label: t(ofPolicy ? 'newPolicy' : 'newConfiguration'),
      may: ofPolicy ? policyDocuments.createPolicy : securityConfig.create,
      open: () => go(`${home}/${ofPolicy ? 'newPolicy' : 'new'}`),
    },
    actions: [
      {
        id: 'open',
        label: t('open'),
        icon: <SquarePen size={16} aria-hidden="true" />,
        run: () => {},
        href: ({ id }) => pageOf(kind, id),
      },
    ],
    remove: {
      endpoint: ofPolicy ? policyDocuments.removePolicy : securityConfig.remove,
      params: ({ id }) => ({ id }),
      consequence: t(ofPolicy ? 'policyGone' : 'configurationGone'),
    },
    empty: {
      title: t(ofPolicy ? 'noPolicies' : 'noConfigurations'),
      hint: t(ofPolicy ? 'noPoliciesHint' : 'noConfigurationsHint'),
    },
  }
}

const Configurations = () => (
  <>
    <InForce />
    <EntityTable list={useList('configuration')} />
  </>
)
const Policies = () => <EntityTable list={useList('policy')} />

const Page = ({ tab }: { tab: 'configurations' | 'policies' }) => {
  const { t } = useTranslation('security-config')
  const go = useGo()
  useRememberedTitle(crumbOf('policy'), t('policies'))
  const tabs = [
    { id: 'configurations', label: t('configurations'), panel: <Configurations /> },
    { id: 'policies', label: t('policies'), panel: <Policies /> },
  ]
  return (
    <>
      <ContentHeader title={t('title')} subtitle={t('subtitle')} />
      <Tabs
        label={t('title')}
        tabs={tabs}
        chosen={tab}
        onChoose={(to) => go(homeOf(to === 'policies' ? 'policy' : 'configuration'))}
      />
    </>
  )
}

export const SecurityConfigPage = () => <Page tab="configurations" />

export const PoliciesPage = () => <Page tab="policies" />
