// What was done and looked up (R7.10-03): filters, entries, and each entry opened.
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import type { SystemLogEntry } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useEventName } from '#web/lib/use-event-name.ts'
import type { Column, FilterDef, Wire } from '#web/ui/entity-table/types.ts'
import { When, Who } from './cells.tsx'
import { useFilters } from './filters.tsx'
import { LogList } from './log-list.tsx'
import { SystemEntry } from './system-entry.tsx'

const useColumns = (): Column<SystemLogEntry>[] => {
  const { t, i18n } = useTranslation('logs')
  const { operation: inWords } = useEventName()
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  return [
    { key: 'date', title: t('date'), width: 176, cell: ({ date }) => <When at={date} /> },
    { key: 'userName', title: t('user'), sortable: false, cell: (entry) => <Who person={entry} /> },
    {
      key: 'operation',
      title: t('operation'),
      sortable: false,
      cell: ({ operation }) => (
        <span className="lg-cut" data-tip={operation}>
          {inWords(operation)}
        </span>
      ),
    },
    {
      key: 'tenantName',
      title: t('tenant'),
      sortable: false,
      hideBelow: 768,
      cell: ({ tenantName }) =>
        tenantName && (
          <span className="lg-cut" data-tip={tenantName}>
            {tenantName}
          </span>
        ),
    },
    {
      key: 'changes',
      title: t('changes'),
      width: 104,
      sortable: false,
      hideBelow: 1024,
      cell: ({ changes }) =>
        changes ? <span className="tag">{number.format(changes)}</span> : <span className="mut">{t('none')}</span>,
    },
  ]
}

/** R4.11-06: off is the dash. */
const useMetaDataFilter = (): FilterDef => {
  const { t } = useTranslation('logs')
  return {
    key: 'meta',
    kind: 'tristate',
    dash: 'off',
    label: t('intoMetadata'),
    wire: (value) => ({ intoMetadata: value }),
  }
}

/** In the address; no operation is called so. */
const changesOnly = 'changes'

export const SystemLog = () => {
  const { t, i18n } = useTranslation('logs')
  const { operation: inWords } = useEventName()
  const { date, person, tenant } = useFilters()
  const metaData = useMetaDataFilter()
  const operations = useRead(logs.operations).data?.items ?? []
  return (
    <LogList
      Entry={SystemEntry}
      list={{
        id: 'log-system',
        title: t('system'),
        list: logs.system,
        rowKey: ({ id }) => String(id),
        rowLabel: ({ operation }) => inWords(operation),
        defaultSort: 'date desc',
        columns: useColumns(),
        filters: [
          {
            key: 'operation',
            kind: 'select',
            label: t('allOperations'),
            any: t('allOperations'),
            options: [
              ...(operations.length > 0 ? [{ value: changesOnly, label: t('changesOnly') }] : []),
              ...operations
                .map((name) => ({ value: name, label: inWords(name) }))
                .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language)),
            ],
            wire: (value): Wire => (value === changesOnly ? { changesOnly: 'true' } : { operation: value }),
          },
          ...tenant,
          ...person,
          date,
          metaData,
        ],
        export: logs.exportSystem,
        empty: { title: t('noEntries'), hint: t('noEntriesHint') },
      }}
    />
  )
}
