// R2.5-47, A-146: the system log seen from its calls: who called what, from which address.
import { useTranslation } from 'react-i18next'
import type { SystemLogEntry } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import type { Column } from '#web/ui/entity-table/types.ts'
import { When, Who } from './cells.tsx'
import { useFilters } from './filters.tsx'
import { LogList } from './log-list.tsx'
import { SystemEntry } from './system-entry.tsx'
import './logs.css'

export const ApiCalls = () => {
  const { t } = useTranslation('logs')
  const { date, user, tenant } = useFilters()
  const columns: Column<SystemLogEntry>[] = [
    { key: 'date', title: t('date'), width: 176, cell: (row) => <When at={row.date} /> },
    { key: 'userName', title: t('user'), sortable: false, cell: (entry) => <Who person={entry} /> },
    {
      key: 'apiEntry',
      title: t('apiEntry'),
      sortable: false,
      cell: ({ apiEntry }) => (
        <span className="mono lg-cut" data-tip={apiEntry ?? undefined}>
          {apiEntry}
        </span>
      ),
    },
    { key: 'ip', title: t('ip'), width: 150, sortable: false, hideBelow: 768 },
  ]
  return (
    <LogList
      Entry={SystemEntry}
      list={{
        id: 'api-calls',
        title: t('apiCalls'),
        list: logs.system,
        rowKey: ({ id }) => String(id),
        rowLabel: ({ apiEntry, operation }) => apiEntry ?? operation,
        defaultSort: 'date desc',
        columns,
        filters: [...tenant, ...user, date],
        empty: { title: t('noCalls'), hint: t('noEntriesHint') },
      }}
    />
  )
}
