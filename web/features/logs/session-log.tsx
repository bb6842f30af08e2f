// Sessions by application, and the same as the history of logins (R3.8-13).
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LoginHistoryEntry, SessionLogEntry } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import type { Column } from '#web/ui/entity-table/types.ts'
import { Facts, Gone, nameOf, When, Who, WhoLink } from './cells.tsx'
import { useFilters } from './filters.tsx'
import { LogList, type Panel } from './log-list.tsx'

type Framed = { frame: (panel: Panel) => ReactNode }

const applicationOf = ({
  applicationTitle,
  applicationName,
}: {
  applicationTitle: string | null
  applicationName: string
}) => applicationTitle ?? applicationName

const End = ({ of: { end } }: { of: SessionLogEntry }) => {
  const { t } = useTranslation('logs')
  return end ? <When at={end} /> : <span className="st ok">{t('goesOn')}</span>
}

const SessionEntry = ({ row, frame }: Framed & { row: SessionLogEntry | undefined }) => {
  const { t, i18n } = useTranslation('logs')
  if (!row) return frame({ title: t('sessions'), body: <Gone /> })
  const title = nameOf(row)
  const reason = row.endReason && `ended-${row.endReason.replaceAll(' ', '-')}`
  return frame({
    title,
    at: row.start,
    body: (
      <Facts
        facts={[
          { label: t('user'), value: <WhoLink person={row} /> },
          { label: t('application'), value: applicationOf(row) },
          { label: t('start'), value: <When at={row.start} /> },
          { label: t('lastActivity'), value: <When at={row.lastActivity} /> },
          { label: t('end'), value: <End of={row} /> },
          {
            label: t('endReason'),
            value: reason && i18n.exists(reason, { ns: 'logs' }) ? t(reason) : row.endReason,
          },
          { label: t('ip'), value: row.ip, mono: true },
        ]}
      />
    ),
  })
}

export const SessionLog = () => {
  const { t } = useTranslation('logs')
  const { date, user } = useFilters()
  const columns: Column<SessionLogEntry>[] = [
    { key: 'start', title: t('start'), width: 176, cell: ({ start }) => <When at={start} /> },
    { key: 'userName', title: t('user'), sortable: false, cell: (entry) => <Who person={entry} /> },
    { key: 'applicationName', title: t('application'), sortable: false, cell: applicationOf },
    {
      key: 'lastActivity',
      title: t('lastActivity'),
      width: 176,
      sortable: false,
      hideBelow: 1280,
      cell: ({ lastActivity }) => <When at={lastActivity} />,
    },
    { key: 'end', title: t('end'), width: 176, sortable: false, hideBelow: 768, cell: (row) => <End of={row} /> },
    { key: 'ip', title: t('ip'), width: 140, sortable: false, hideBelow: 1280 },
  ]
  return (
    <LogList
      Entry={SessionEntry}
      list={{
        id: 'log-sessions',
        title: t('sessions'),
        list: logs.sessions,
        rowKey: ({ id }) => id,
        rowLabel: nameOf,
        defaultSort: 'start desc',
        columns,
        filters: [...user, date],
        empty: { title: t('noEntries'), hint: t('noEntriesHint') },
      }}
    />
  )
}

const LoginEntry = ({ row, frame }: Framed & { row: LoginHistoryEntry | undefined }) => {
  const { t } = useTranslation('logs')
  if (!row) return frame({ title: t('loginHistory'), body: <Gone /> })
  const title = nameOf(row)
  return frame({
    title,
    at: row.date,
    body: (
      <Facts
        facts={[
          { label: t('user'), value: <WhoLink person={row} /> },
          { label: t('application'), value: applicationOf(row) },
          { label: t('roles'), value: row.roles.join(', ') },
          { label: t('ip'), value: row.ip, mono: true },
        ]}
      />
    ),
  })
}

/** R2.5-46 */
export const LoginHistory = () => {
  const { t } = useTranslation('logs')
  const { date, user } = useFilters()
  const columns: Column<LoginHistoryEntry>[] = [
    { key: 'date', title: t('date'), width: 176, cell: (row) => <When at={row.date} /> },
    { key: 'userName', title: t('user'), sortable: false, cell: (entry) => <Who person={entry} /> },
    { key: 'applicationName', title: t('application'), sortable: false, cell: applicationOf },
    { key: 'roles', title: t('roles'), sortable: false, hideBelow: 768, cell: ({ roles }) => roles.join(', ') },
  ]
  return (
    <LogList
      Entry={LoginEntry}
      list={{
        id: 'login-history',
        title: t('loginHistory'),
        list: logs.loginHistory,
        rowKey: ({ id }) => id,
        rowLabel: nameOf,
        defaultSort: 'date desc',
        columns,
        filters: [...user, date],
        empty: { title: t('noEntries'), hint: t('noEntriesHint') },
      }}
    />
  )
}
