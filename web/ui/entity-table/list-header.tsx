// Title, one line under it, and what is done with the list as a whole; one primary button (rule 10).
import { Download, Ellipsis, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/client.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { usePermits } from '#web/lib/use-access.ts'
import { Button } from '../button.tsx'
import { Menu } from '../menu.tsx'
import type { Table } from './use-table.ts'
import { requestOf } from './list-query.ts'

const useExport = <Row,>({ list, state }: Table<Row>) => {
  const { t } = useTranslation('table')
  const [busy, setBusy] = useState(false)
  const endpoint = list.export
  const run = async () => {
    if (!endpoint) return
    setBusy(true)
    const file = await call(endpoint, {
      ...(list.params && { params: list.params }),
      query: requestOf(list, state),
    }).catch((error: unknown) => showFailure(t('errors:failedAction'), error))
    if (file instanceof File) {
      saveFile(file)
      showNotice({ kind: 'success', title: t('exported', { name: file.name }) })
    }
    // It answered with the process: its notification links the file.
    else if (file) showNotice({ kind: 'success', title: t('exportInBackground') })
    setBusy(false)
  }
  return { busy, run: () => void run() }
}

const ExportButton = <Row,>({ table }: { table: Table<Row> }) => {
  const { t } = useTranslation('table')
  const { busy, run } = useExport(table)
  if (!table.list.export) return null
  return (
    <Button className="b" off={busy} aria-busy={busy} onClick={run}>
      <Download size={16} aria-hidden="true" />
      {t(busy ? 'exporting' : 'export')}
    </Button>
  )
}

const MoreMenu = <Row,>({ table }: { table: Table<Row> }) => {
  const { t } = useTranslation('table')
  const { busy, run } = useExport(table)
  if (!table.list.export) return null
  return (
    <Menu
      label={t('moreOf', { title: table.list.title })}
      className="b ic-b"
      trigger={<Ellipsis size={17} />}
      items={[
        {
          id: 'export',
          label: t(busy ? 'exporting' : 'export'),
          icon: <Download size={16} aria-hidden="true" />,
          disabled: busy,
          run,
        },
      ]}
    />
  )
}

/** Where the list has no head of its own: in that of the page, or among what is rarely done with it as a whole. */
export const ExportElsewhere = <Row,>({ table }: { table: Table<Row> }) => {
  const { exportIn } = table.list
  if (exportIn === undefined) return <MoreMenu table={table} />
  return exportIn && createPortal(<ExportButton table={table} />, exportIn)
}

export const AddButton = <Row,>({ table: { list, editing } }: { table: Table<Row> }) => {
  const permits = usePermits()
  const { add } = list
  if (!add || !permits(add)) return null
  const begin = 'open' in add ? add.open : editing.add
  return (
    <Button className={`b${list.embedded === true ? '' : ' pri'}`} off={editing.draft !== undefined} onClick={begin}>
      <Plus size={17} aria-hidden="true" />
      {add.label}
    </Button>
  )
}

export const UploadButton = <Row,>({ table: { list, open } }: { table: Table<Row> }) => {
  const { t } = useTranslation('table')
  const permits = usePermits()
  if (!permits(list.upload)) return null
  return (
    <button type="button" className="b" onClick={() => open('upload')}>
      <Upload size={16} aria-hidden="true" />
      {list.upload?.label ?? t('bulkUpload')}
    </button>
  )
}

const DeleteAll = <Row,>({ table: { list, rows, open } }: { table: Table<Row> }) => {
  const { t } = useTranslation('table')
  const permits = usePermits()
  if (!list.remove?.all || !permits(list.remove)) return null
  const item = {
    id: 'all',
    label: t('deleteAll'),
    icon: <Trash2 size={16} />,
    danger: true,
    disabled: rows.count === 0,
    run: () => open({ remove: 'all' }),
  }
  return <Menu label={t('more')} className="b ic-b" trigger={<Ellipsis size={17} />} items={[item]} />
}

export const ListHeader = <Row,>({ table }: { table: Table<Row> }) => {
  const { list } = table
  const Heading = list.embedded ? 'h2' : 'h1'
  return (
    <header className="et-head">
      <div className="et-title">
        <Heading>{list.title}</Heading>
        {list.description && <p>{list.description}</p>}
      </div>
      <span className="sp" />
      <div className="et-actions">
        <ExportButton table={table} />
        <UploadButton table={table} />
        {list.tools}
        <AddButton table={table} />
        <DeleteAll table={table} />
      </div>
    </header>
  )
}
