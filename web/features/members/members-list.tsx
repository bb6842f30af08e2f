// The members of a tenant: those who were given something here, then those who have it from above (R2.5-41, R4.8-07,
// R6-06).
import { accessHistory } from '#contract/access-history.ts'
import {
  ArrowDownToDot,
  CircleHelp,
  CircleMinus,
  Copy,
  History as HistoryIcon,
  MapPin,
  PenLine,
  TriangleAlert,
} from 'lucide-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { type Member, members } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import { useAccessParts } from '#web/lib/access-parts.ts'
import { call } from '#web/lib/client.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { asBatch } from '#web/lib/use-fresh-preview.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { dayInWords } from '#web/ui/day-field.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { BulkAction, ListDef, RowAction, Wire } from '#web/ui/entity-table/types.ts'
import { AddMember } from './add-member.tsx'
import { CopyRoles } from './copy-roles.tsx'
import { History } from './history.tsx'
import { InheritableCell, RolesCell, type Titles, TypeCell, useAsOf, useWhyFixed } from './member-cells.tsx'
import { toUserMessage } from './refusal.ts'
import { RoleEditor } from './role-editor.tsx'
import { type Identity, isOwn, type Tenant } from './rules.ts'
import { Who } from './who.tsx'
import './members.css'

export type MembersListProps = {
  tenant: Tenant
  /** The page has the button for it. */
  adding?: 'page' | undefined
  /** Answers why somebody has what they have here; the entry is absent without it. */
  onExplain?: ((identity: Identity) => void) | undefined
}

type Opened = { what: 'add' } | { what: 'edit' | 'copy' | 'history'; member: Member } | undefined

const identityOf = ({ identityType, identityId, displayName, email }: Member): Identity => ({
  id: identityId,
  type: identityType === 'Group' ? 'Group' : 'User',
  displayName,
  email,
})
const isHere = ({ hierarchyType }: Member) => hierarchyType !== 'ByHierarchy'
const isKnown = ({ identityType }: Member) => identityType !== 'Unknown'

/** How many of those that are shown come from above: the rest was given here. */
const Section = ({
  section,
  tenantId,
  asked,
  count,
}: {
  section: string
  tenantId: string
  asked: Wire
  count: number
}) => {
  const { t, i18n } = useTranslation('members')
  const chosen = asked['hierarchyType']
  const above = useRead(
    members.list,
    { params: { tenantId }, query: { ...asked, hierarchyType: 'ByHierarchy', take: '0' } as Wire },
    { when: chosen === undefined, previous: true },
  ).data?.count
  const known = chosen === undefined ? above : section === 'above' ? count : 0
  const number = known === undefined ? undefined : section === 'above' ? known : count - known
  const Icon = section === 'above' ? ArrowDownToDot : MapPin
  const title = t(section === 'above' ? 'fromAbove' : 'givenHere')
  return (
    <span className={`section-head ${section}`}>
      <Icon size={14} aria-hidden="true" />
      <span>
        <b>{title}</b>
        {number !== undefined && (
          <>
            {' '}
            ·{' '}
            {t(section === 'above' ? 'membersAbove' : 'membersHere', {
              count: number,
              number: number.toLocaleString(i18n.language),
            })}
          </>
        )}
      </span>
    </span>
  )
}

const useRemoving = (
  tenant: Tenant,
  whyFixed: (member: Member) => string | undefined,
): { one: RowAction<Member>; many: BulkAction<Member> } => {
  const { t } = useTranslation('members')
  const parts = useAccessParts()
  const changeOf = ({ id }: Member) => ({ kind: 'removeMember', tenantId: tenant.id, memberId: id }) as const
  const take = ({ id }: Member, seen?: string) =>
    toUserMessage(call(members.remove, { params: { tenantId: tenant.id, id }, seen }))
  const bodyOf = ({ displayName, roles = [], hierarchyType, inheritedFrom, isInheritable }: Member) => {
    const about = {
      name: displayName,
      tenant: tenant.title,
      roles: roles
        .filter(isOwn)
        .map(({ roleName }) => roleName)
        .join(', '),
    }
    const lost = t(about.roles === '' ? 'removeNothing' : isInheritable ? 'removeBelow' : 'removeHere', about)
    return hierarchyType === 'Both' && inheritedFrom
      ? `${lost} ${t('removeStays', { tenant: inheritedFrom.tenantName })}`
      : lost
  }
  const common = { id: 'remove', icon: <CircleMinus size={16} aria-hidden="true" />, danger: true }
  return {
    one: {
      ...common,
      label: t('removeFrom'),
      divided: true,
      run: take,
      done: ({ displayName }) => t('removed', { name: displayName, tenant: tenant.title }),
      when: (member) => (isHere(member) ? (whyFixed(member) ?? true) : false),
      confirm: (member) => ({
        title: t('removeOne', { name: member.displayName, tenant: tenant.title }),
        body:
          parts && (member.roles ?? []).some(isOwn)
            ? t('removeSeen', { name: member.displayName, tenant: tenant.title })
            : bodyOf(member),
        ok: t('remove'),
        tries: changeOf(member),
      }),
    },
    many: {
      ...common,
      label: t('remove'),
      each: take,
      confirm: (rows) => ({
        title: t('removeMany', { count: rows.length, tenant: tenant.title }),
        body: t('removeManyBody'),
        ok: t('remove'),
        tries: asBatch(rows.map(changeOf)),
      }),
    },
  }
}

const useActions = (
  open: (opened: Opened) => void,
  whyFixed: (member: Member) => string | undefined,
  { onExplain }: MembersListProps,
): RowAction<Member>[] => {
  const { t } = useTranslation('members')
  // What is explained is today.
  const past = useAsOf()
  const parts = useAccessParts()
  const history: RowAction<Member>[] = parts
    ? [
        {
          id: 'history',
          label: t('history'),
          icon: <HistoryIcon size={16} aria-hidden="true" />,
          may: accessHistory.changes,
          when: isHere,
          run: (member) => open({ what: 'history', member }),
        },
      ]
    : []
  const explain: RowAction<Member>[] =
    onExplain && !past
      ? [
          {
            id: 'explain',
            label: t('explainAccess'),
            icon: <CircleHelp size={16} aria-hidden="true" />,
            when: isKnown,
            run: (member) => onExplain(identityOf(member)),
          },
        ]
      : []
  return [
    {
      id: 'edit',
      label: t('editRoles'),
      icon: <PenLine size={16} aria-hidden="true" />,
      when: (member) => isKnown(member) && isHere(member) && (whyFixed(member) ?? true),
      run: (member) => open({ what: 'edit', member }),
    },
    ...explain,
    {
      id: 'copy',
      label: t('copyToColleague'),
      icon: <Copy size={16} aria-hidden="true" />,
      when: (member) => isKnown(member) && (member.roles ?? []).some(isOwn),
      run: (member) => open({ what: 'copy', member }),
    },
    ...history,
  ]
}

const useColumns = (
  tenant: Tenant,
  titles: Titles,
  whyFixed: (member: Member) => string | undefined,
): ListDef<Member>['columns'] => {
  const { t } = useTranslation('members')
  return [
    { key: 'displayName', title: t('member'), width: 200, cell: (member) => <Who member={member} /> },
    {
      key: 'roles',
      title: t('roles'),
      sortable: false,
      cell: (member) => <RolesCell member={member} tenant={tenant} titles={titles} />,
    },
    {
      key: 'hierarchyType',
      title: t('type'),
      width: 164,
      hideBelow: 768,
      cell: (member) => <TypeCell member={member} />,
    },
    {
      key: 'isInheritable',
      title: t('inheritable'),
      width: 100,
      sortable: false,
      hideBelow: 1024,
      cell: (member) => <InheritableCell member={member} tenant={tenant} whyFixed={whyFixed(member)} />,
    },
  ]
}

const types = ['Own', 'ByHierarchy', 'Both'] as const

/** R9-11: a selector loads a thousand. */
const useApplications = () =>
  useRead(applications.list, { query: { take: '1000', orderBy: 'displayName' } }).data?.items ?? []

const useList = (props: MembersListProps, open: (opened: Opened) => void): ListDef<Member> => {
  const { t } = useTranslation('members')
  const { tenant, adding } = props
  const all = useApplications()
  const whyFixed = useWhyFixed(tenant.id, usePolicy('changesGod'))
  const { one, many } = useRemoving(tenant, whyFixed)
  return {
    id: 'members',
    title: t('title'),
    embedded: 'sole',
    list: members.list,
    params: { tenantId: tenant.id },
    query: { includeHierarchy: 'true', excludeUserGlobal: 'true' },
    rowKey: ({ identityId }) => identityId,
    rowLabel: ({ displayName }) => displayName,
    defaultSort: 'hierarchyType asc',
    orderBy: 'heads',
    stacks: true,
    columns: useColumns(tenant, new Map(all.map(({ id, displayName }) => [id, displayName])), whyFixed),
    sections: {
      sortedBy: 'hierarchyType',
      of: (member) => (isHere(member) ? 'here' : 'above'),
      head: (section, shown) => <Section section={section} tenantId={tenant.id} {...shown} />,
    },
    filters: [
      {
        key: 'hierarchyType',
        label: t('type'),
        kind: 'select',
        options: types.map((value) => ({ value, label: t(`type${value}`) })),
      },
      {
        key: 'applicationId',
        label: t('application'),
        kind: 'select',
        options: all.map(({ id, displayName }) => ({ value: String(id), label: displayName })),
      },
      { key: 'asOf', label: t('asOf'), kind: 'day' },
      // At Global itself there is nobody else.
      ...(tenant.id === globalTenant
        ? []
        : [
            {
              key: 'global',
              label: t('includeGlobal'),
              kind: 'switch',
              wire: () => ({ excludeUserGlobal: 'false' }),
            } as const,
          ]),
    ],
    ...(adding !== 'page' && { add: { label: t('addMember'), open: () => open({ what: 'add' }) } }),
    actions: [...useActions(open, whyFixed, props), one],
    bulk: [many],
    export: members.export,
    locked: (member) => (isHere(member) ? undefined : whyFixed(member)),
    unselectable: whyFixed,
    empty: { title: t('none'), hint: t('noneHint') },
  }
}

const OfMember = ({
  what,
  member,
  tenant,
  onExplain,
  onClose,
}: Exclude<Opened, { what: 'add' } | undefined> & MembersListProps & { onClose: () => void }) => {
  const identity = identityOf(member)
  if (what === 'edit')
    return (
      <RoleEditor
        base="admin"
        identity={identity}
        tenant={tenant}
        {...(onExplain && { onExplain: () => onExplain(identity) })}
        onClose={onClose}
      />
    )
  if (what === 'copy')
    return <CopyRoles base="admin" source={identity} roles={member.roles ?? []} tenant={tenant} onClose={onClose} />
  return <History identity={identity} tenant={tenant} onClose={onClose} />
}

/** as of a day when there was no such tenant. */
const AbsentThen = ({ tenant }: { tenant: Tenant }) => {
  const { t } = useTranslation('members')
  const { 'f.asOf': asOf = '' } = useSearch({ strict: false }) as { 'f.asOf'?: string }
  const { data } = useRead(
    members.list,
    { params: { tenantId: tenant.id }, query: { asOf, take: '0' } },
    { when: asOf !== '' },
  )
  if (!asOf || !data?.absent?.includes('tenant')) return null
  const told = t('tenantAbsent', { tenant: tenant.title, day: dayInWords(asOf) })
  return (
    <div className="alert warn" role="status">
      <TriangleAlert size={20} aria-hidden="true" />
      <div>
        <p>{told}</p>
      </div>
    </div>
  )
}

export const MembersList = (props: MembersListProps) => {
  const [opened, open] = useState<Opened>()
  const list = useList(props, open)
  const { tenant, onExplain } = props
  const close = () => open(undefined)
  return (
    <>
      <AbsentThen tenant={tenant} />
      <div className="members">
        <EntityTable list={list} />
      </div>
      {opened?.what === 'add' && (
        <AddMember base="admin" tenant={tenant} {...(onExplain && { onExplain })} onClose={close} />
      )}
      {opened && opened.what !== 'add' && <OfMember {...props} {...opened} onClose={close} />}
    </>
  )
}
