// R2.5-38: the groups, by name, with an area filter; Administrators make new ones (R6-18).
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { under } from '#web/lib/base.ts'
import { formatDate } from '#web/lib/format.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { AppLink, useGo } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { AutomatedBadge } from './automated-badge.tsx'
import { NewGroupDialog } from './new-group-dialog.tsx'
import './groups.css'

const pageOf = ({ id }: Group) => under(`admin/groups/${id}`)

const Name = ({ group }: { group: Group }) => (
  <span className="group-name">
    <span className="group-line">
      <AppLink href={pageOf(group)}>{group.name}</AppLink>
      {group.automated && <AutomatedBadge />}
    </span>
    {group.description && <small>{group.description}</small>}
  </span>
)

const useList = (onNew: () => void): ListDef<Group> => {
  const { t } = useTranslation('groups')
  const all = useChoices(areas.list)
  const { previewOf, undoRemoval } = useParts()
  return {
    id: 'groups',
    title: t('title'),
    description: t('subtitle'),
    list: groups.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ name }) => name,
    defaultSort: 'name asc',
    columns: [
      { key: 'name', title: t('name'), cell: (group) => <Name group={group} /> },
      { key: 'areaName', title: t('area'), width: 190, hideBelow: 768 },
      {
        key: 'memberCount',
        title: t('members'),
        width: 120,
        sortable: false,
        hideBelow: 768,
        cell: ({ memberCount }) => memberCount ?? <span className="mut">{t('bySystem')}</span>,
      },
      { key: 'createBy', title: t('createdBy'), width: 170, hideBelow: 1280, cell: ({ createBy }) => createBy ?? '–' },
      {
        key: 'createOn',
        title: t('createdOn'),
        width: 130,
        hideBelow: 1024,
        cell: ({ createOn }) => formatDate(createOn),
      },
    ],
    filters: [
      {
        key: 'area',
        label: t('area'),
        kind: 'select',
        options: all.map(({ id, name }) => ({ value: id, label: name })),
      },
    ],
    add: { label: t('newGroup'), may: groups.create, open: onNew },
    actions: [{ id: 'open', label: t('open'), icon: <PenLine size={16} />, run: () => {}, href: pageOf }],
    remove: {
      endpoint: groups.remove,
      params: ({ id }) => ({ id }),
      may: groups.remove,
      deny: ({ automated }) => (automated ? t('automatedStays') : undefined),
      askMany: (count) => t('deleteMany', { count }),
      consequence: (count) => t('deleteConsequence', { count }),
      undo: undoRemoval,
      review: (rows) => previewOf?.(rows.map(({ id }) => ({ kind: 'deleteGroup', groupId: id }))),
    },
    empty: { title: t('none'), hint: t('noneHint') },
  }
}

export const GroupsPage = () => {
  const { t } = useTranslation('groups')
  const [making, setMaking] = useState(false)
  const go = useGo()
  const list = useList(() => setMaking(true))
  const made = (group: Group) => {
    setMaking(false)
    showNotice({ kind: 'success', title: t('created', { name: group.name }) })
    go(`${pageOf(group)}?tab=members`)
  }
  return (
    <>
      <EntityTable list={list} />
      {making && <NewGroupDialog onClose={() => setMaking(false)} onMade={made} />}
    </>
  )
}
