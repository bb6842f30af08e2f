// Calls with personal access tokens.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExternalApiAccess } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import type { Column } from '#web/ui/entity-table/types.ts'
import { Facts, Gone, When, Who, WhoLink } from './cells.tsx'
import { useFilters } from './filters.tsx'
import { LogList, type Panel } from './log-list.tsx'

const Status = ({ code }: { code: number }) => (
  <span className={`st ${code < 400 ? 'ok' : code < 500 ? 'warn' : 'lock'}`}>{code}</span>
)

const callOf = ({ method, apiEntry }: ExternalApiAccess) => `${method} ${apiEntry}`

type EntryProps = { row: ExternalApiAccess | undefined; frame: (panel: Panel) => ReactNode }

const Entry = ({ row, frame }: EntryProps) => {
  const { t } = useTranslation('logs')
  if (!row) return frame({ title: t('externalApi'), body: <Gone /> })
  return frame({
    title: row.tokenName,
    at: row.date,
    body: (
      <Facts
        facts={[
          { label: t('token'), value: row.tokenName },
          { label: t('user'), value: <WhoLink person={row} /> },
          { label: t('apiEntry'), value: callOf(row), mono: true },
          { label: t('status'), value: <Status code={row.statusCode} /> },
          { label: t('ip'), value: row.ip, mono: true },
        ]}
      />
    ),
  })
}

export const ExternalApiLog = () => {
  const { t } = useTranslation('logs')
  const { date, user } = useFilters()
  const columns: Column<ExternalApiAccess>[] = [
    { key: 'date', title: t('date'), width: 176, cell: (row) => <When at={row.date} /> },
    { key: 'tokenName', title: t('token'), sortable: false },
    { key: 'userName', title: t('user'), sortable: false, hideBelow: 768, cell: (entry) => <Who person={entry} /> },
    {
      key: 'apiEntry',
      title: t('apiEntry'),
      sortable: false,
      cell: (row) => (
        <span className="mono lg-cut" data-tip={callOf(row)}>
          {callOf(row)}
        </span>
      ),
    },
    { key: 'ip', title: t('ip'), width: 140, sortable: false, hideBelow: 1280 },
    {
      key: 'statusCode',
      title: t('status'),
      width: 100,
      sortable: false,
      cell: ({ statusCode }) => <Status code={statusCode} />,
    },
  ]
  return (
    <LogList
      Entry={Entry}
      list={{
        id: 'log-external-api',
        title: t('externalApi'),
        list: logs.externalApi,
        rowKey: ({ id }) => String(id),
        rowLabel: ({ tokenName }) => tokenName,
        defaultSort: 'date desc',
        columns,
        filters: [...user, date],
        empty: { title: t('noCalls'), hint: t('noCallsHint') },
      }}
    />
  )
}
