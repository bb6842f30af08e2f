// The members of a tenant: those who were given something here, then those who have it from above (R2.5-41, R4.8-07,
// R6-06).
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { type Member, members } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import { usePolicy } from '#web/lib/use-access.ts'
import { useAsOf } from '#web/lib/as-of.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { dayInWords } from '#web/lib/day.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { AddMember } from './add-member.tsx'
import { CopyRoles } from './copy-roles.tsx'
import { History } from './history.tsx'
import { useWhyFixed } from './use-why-fixed.ts'
import { RoleEditor } from './role-editor.tsx'
import { type Tenant } from './rules.ts'
import './members.css'
import { type OpenDialog, identityOf, isHere, useRemoving, useActions } from './member-actions.tsx'
import { Section, useColumns } from './member-columns.tsx'
import { type MembersListProps } from './member-actions.tsx'

const types = ['Own', 'ByHierarchy', 'Both'] as const

const useList = (props: MembersListProps, open: (opened: OpenDialog) => void): ListDef<Member> => {
  const { t } = useTranslation('members')
  const { tenant, adding } = props
  const all = useChoices(applications.list, { orderBy: 'displayName' })
  const whyFixed = useWhyFixed(tenant.id, usePolicy('changesGod'))
  const past = useAsOf()
  const titles = new Map(all.map(({ id, displayName }) => [id, displayName]))
  const { one, many } = useRemoving(tenant, { whyFixed, titles })
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
    columns: useColumns(tenant, titles, whyFixed),
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
    ...(adding !== 'page' && !past && { add: { label: t('addMember'), open: () => open({ what: 'add' }) } }),
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
}: Exclude<OpenDialog, { what: 'add' } | undefined> & MembersListProps & { onClose: () => void }) => {
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
  const asOf = useAsOf() ?? ''
  const { data } = useRead(
    members.list,
    { params: { tenantId: tenant.id }, query: { asOf, take: '0' } },
    { when: asOf !== '' },
  )
  if (!asOf || !data?.absent?.includes('tenant')) return null
  const absence = t('tenantAbsent', { tenant: tenant.title, day: dayInWords(asOf) })
  return (
    <div className="alert warn" role="status">
      <TriangleAlert size={20} aria-hidden="true" />
      <div>
        <p>{absence}</p>
      </div>
    </div>
  )
}

export const MembersList = (props: MembersListProps) => {
  const [opened, open] = useState<OpenDialog>()
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
