// R2.5-34: the applications, their status to be changed in place, and the dialog for a new one.
import { Copy, ExternalLink, SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useGo } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { Column, FilterDef, RowAction } from '#web/ui/entity-table/types.ts'
import { applicationPath, EnabledMark, Moment, NameCell, Tags, VisibilityMarks } from './app-cells.tsx'
import { NewApplicationDialog } from './new-application.tsx'
import { StatusMenu } from './status.tsx'
import { useRemoval } from './use-removal.ts'
import './applications.css'

const useColumns = (): readonly Column<Application>[] => {
  const { t } = useTranslation('applications')
  return [
    { key: 'displayName', title: t('application'), cell: (row) => <NameCell application={row} /> },
    { key: 'id', title: t('number'), width: 84, hideBelow: 1280 },
    { key: 'status', title: t('status'), width: 170, cell: (row) => <StatusMenu application={row} /> },
    {
      key: 'enabled',
      title: t('access'),
      width: 250,
      hideBelow: 768,
      cell: (row) => (
        <span className="ap-tags">
          <EnabledMark enabled={row.enabled} />
          <VisibilityMarks application={row} />
        </span>
      ),
    },
    {
      key: 'owners',
      title: t('owners'),
      sortable: false,
      hideBelow: 1280,
      width: 210,
      cell: ({ owners }) => <Tags words={owners.map(({ displayName }) => displayName)} most={1} />,
    },
    {
      key: 'modifiedOn',
      title: t('modified'),
      width: 140,
      hideBelow: 1024,
      cell: ({ modifiedOn }) => <Moment at={modifiedOn} />,
    },
  ]
}

const useFilters = (): readonly FilterDef[] => {
  const { t } = useTranslation('applications')
  const status = (['Running', 'Stopped', 'Maintenance'] as const).map((value) => ({
    value,
    label: t(`status${value}`),
  }))
  const enabled = [
    { value: 'true', label: t('enabled') },
    { value: 'false', label: t('disabled') },
  ]
  return [
    {
      key: 'status',
      label: t('status'),
      kind: 'select',
      options: status,
      wire: (value) => ({ filter: `status eq '${value}'` }),
    },
    {
      key: 'enabled',
      label: t('access'),
      kind: 'select',
      options: enabled,
      wire: (value) => ({ filter: `enabled eq ${value === 'true'}` }),
    },
  ]
}

const useActions = (): readonly RowAction<Application>[] => {
  const { t } = useTranslation('applications')
  const removal = useRemoval()
  const copy = async ({ name }: Application) => {
    await navigator.clipboard.writeText(name)
    showNotice({ kind: 'success', title: t('nameCopied') })
  }
  return [
    {
      id: 'open',
      label: t('openApplication'),
      icon: <SquarePen size={16} />,
      run: () => {},
      href: ({ id }) => applicationPath(id),
    },
    {
      id: 'visit',
      label: t('visit'),
      icon: <ExternalLink size={16} />,
      when: ({ privateUrl }) => privateUrl !== null,
      run: ({ privateUrl }) => privateUrl && window.open(privateUrl, '_blank', 'noreferrer'),
    },
    { id: 'copy', label: t('copyName'), icon: <Copy size={16} />, run: copy },
    {
      id: 'remove',
      label: t('remove'),
      icon: <Trash2 size={16} />,
      danger: true,
      when: (row) => removal.refusal(row) ?? true,
      confirm: removal.question,
      run: removal.run,
    },
  ]
}

export const ApplicationsPage = () => {
  const { t } = useTranslation('applications')
  const go = useGo()
  const [creating, create] = useState(false)
  const [columns, filters, actions] = [useColumns(), useFilters(), useActions()]
  return (
    <>
      <EntityTable
        list={{
          id: 'applications',
          title: t('applications'),
          description: t('applicationsText'),
          list: applications.list,
          rowKey: ({ id }) => String(id),
          rowLabel: ({ displayName }) => displayName,
          columns,
          filters,
          actions,
          defaultSort: 'displayName asc',
          add: { label: t('new'), may: applications.create, open: () => create(true) },
          empty: { title: t('noApplications'), hint: t('noApplicationsHint') },
        }}
      />
      {creating && <NewApplicationDialog onOpen={(id) => go(applicationPath(id))} onClose={() => create(false)} />}
    </>
  )
}
