// /admin/securityConfig (R2.5-14): the security configurations, and the policies in a tab of their own.
import { SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { policyDocuments } from '#contract/policy-documents.ts'
import { securityConfig } from '#contract/security-config.ts'
import { formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
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
    {description && <small data-tip={description}>{description}</small>}
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
        <time className="num" dateTime={modifiedOn} data-tip={formatMoment(modifiedOn)}>
          {relativeTime(modifiedOn)}
        </time>
      ),
    },
  ]
}

const parts = {
  configuration: {
    id: 'securityConfig',
    list: securityConfig.list,
    create: securityConfig.create,
    remove: securityConfig.remove,
    sort: 'title asc',
    at: 'new',
    title: 'configurations',
    label: 'newConfiguration',
    ask: 'deleteConfigurations',
    gone: 'configurationGone',
    none: 'noConfigurations',
    hint: 'noConfigurationsHint',
  },
  policy: {
    id: 'policies',
    list: policyDocuments.listPolicies,
    create: policyDocuments.createPolicy,
    remove: policyDocuments.removePolicy,
    sort: 'id asc',
    at: 'newPolicy',
    title: 'policies',
    label: 'newPolicy',
    ask: 'deletePolicies',
    gone: 'policyGone',
    none: 'noPolicies',
    hint: 'noPoliciesHint',
  },
} as const

const useList = (kind: Kind): ListDef<StoredDocument> => {
  const { t } = useTranslation('security-config')
  const go = useGo()
  const of = parts[kind]
  return {
    id: of.id,
    title: t(of.title),
    embedded: 'sole',
    list: of.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ title }) => title,
    defaultSort: of.sort,
    columns: useColumns(kind),
    add: { label: t(of.label), may: of.create, open: () => go(`${home}/${of.at}`) },
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
      endpoint: of.remove,
      params: ({ id }) => ({ id }),
      askMany: (count) => t(of.ask, { count }),
      consequence: (count) => t(of.gone, { count }),
    },
    empty: { title: t(of.none), hint: t(of.hint) },
  }
}

/** What is in force stands above the list, in as many lines as there are: they are shown together. */
const Configurations = () => (
  <>
    <InForce />
    <div style={useRead(securityConfig.inForce).isPending ? { visibility: 'hidden' } : {}}>
      <EntityTable list={useList('configuration')} />
    </div>
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
