// What can be done with a member of the list, and the question before one is removed.
import { accessHistory } from '#contract/access-history.ts'
import { CircleHelp, CircleMinus, Copy, Eye, History as HistoryIcon, PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Member, members } from '#contract/members.ts'
import { useParts } from '#web/lib/parts.tsx'
import { call } from '#web/lib/client.ts'
import type { BulkAction, RowAction } from '#web/ui/entity-table/types.ts'
import { usePastDay } from './use-why-fixed.ts'
import { toUserMessage } from './refusal.ts'
import { type Identity, isOwn, type Tenant, titled, type Titles } from './rules.ts'

export type OpenDialog = { what: 'add' } | { what: 'edit' | 'copy' | 'history'; member: Member } | undefined

export const identityOf = ({ identityType, identityId, displayName, email }: Member): Identity => ({
  id: identityId,
  type: identityType === 'Group' ? 'Group' : 'User',
  displayName,
  email,
})

export const isHere = ({ hierarchyType }: Member) => hierarchyType !== 'ByHierarchy'

export const useRemoving = (
  tenant: Tenant,
  { whyFixed, titles }: { whyFixed: (member: Member) => string | undefined; titles: Titles },
): { one: RowAction<Member>; many: BulkAction<Member> } => {
  const { t } = useTranslation('members')
  const { previewOf, undoNewest, undoRows } = useParts()
  const rowOf = ({ identityId }: Member) => ({ identityId, tenantId: tenant.id })
  const changeOf = ({ id }: Member) => ({ kind: 'removeMember', tenantId: tenant.id, memberId: id }) as const
  const take = ({ id }: Member, seen?: string) =>
    toUserMessage(call(members.remove, { params: { tenantId: tenant.id, id }, seen }))
  const bodyOf = ({ displayName, roles = [], hierarchyType, inheritedFrom, isInheritable }: Member) => {
    const about = {
      name: displayName,
      tenant: tenant.title,
      roles: roles
        .filter(isOwn)
        .map((role) => titled(role, titles))
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
      ...(undoNewest && { undo: (member) => undoNewest(rowOf(member)) }),
      when: (member) => (isHere(member) ? (whyFixed(member) ?? true) : false),
      confirm: (member) => ({
        title: t('removeOne', { name: member.displayName, tenant: tenant.title }),
        body:
          previewOf && (member.roles ?? []).some(isOwn)
            ? t('removeSeen', { name: member.displayName, tenant: tenant.title })
            : bodyOf(member),
        ok: t('remove'),
        keep: t('table:keep'),
        review: previewOf?.(changeOf(member)),
      }),
    },
    many: {
      ...common,
      label: t('remove'),
      each: take,
      ...(undoRows && { undo: (rows) => undoRows(rows.map(rowOf)) }),
      confirm: (rows) => ({
        title: t('removeMany', { count: rows.length, tenant: tenant.title }),
        body: t('removeManyBody'),
        ok: t('remove'),
        keep: t('table:keep'),
        review: previewOf?.(rows.map(changeOf)),
      }),
    },
  }
}

export const useActions = (
  open: (opened: OpenDialog) => void,
  whyFixed: (member: Member) => string | undefined,
  { onExplain }: MembersListProps,
): RowAction<Member>[] => {
  const { t } = useTranslation('members')
  // What is explained is today; what is copied would be given today.
  const past = usePastDay()
  const { LastChanges, seeAs } = useParts()
  const history: RowAction<Member>[] = LastChanges
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
  const see: RowAction<Member>[] =
    seeAs && !past
      ? [
          {
            id: 'see',
            label: t('seeAs'),
            icon: <Eye size={16} aria-hidden="true" />,
            when: ({ identityType }) => identityType === 'User',
            run: ({ identityId, displayName }) => seeAs({ id: identityId, displayName }),
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
    ...see,
    {
      id: 'copy',
      label: t('copyToColleague'),
      icon: <Copy size={16} aria-hidden="true" />,
      when: (member) => !past && isKnown(member) && (member.roles ?? []).some(isOwn),
      run: (member) => open({ what: 'copy', member }),
    },
    ...history,
  ]
}

export type MembersListProps = {
  tenant: Tenant
  /** The page has the button for it. */
  adding?: 'page' | undefined
  /** Answers why somebody has what they have here; the entry is absent without it. */
  onExplain?: ((identity: Identity) => void) | undefined
}

const isKnown = ({ identityType }: Member) => identityType !== 'Unknown'
