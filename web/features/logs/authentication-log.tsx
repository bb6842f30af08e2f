// Attempts to sign in, and locks (R3.8-15, R7.10-04).
import { CircleCheck, CircleX, Lock, LockOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuthenticationLogEntry, signInProviders, signInResults } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import type { Column } from '#web/ui/entity-table/types.ts'
import { Facts, Gone, nameOf, When, Who, WhoLink } from './cells.tsx'
import { useFilters } from './filters.tsx'
import { LogList, type Panel } from './log-list.tsx'
import { useReason } from './reasons.ts'

type Result = AuthenticationLogEntry['result']

const marks = {
  Success: { look: 'ok', Icon: CircleCheck },
  Failure: { look: 'warn', Icon: CircleX },
  UserLocked: { look: 'lock', Icon: Lock },
  FullUserLocked: { look: 'lock', Icon: Lock },
  Unlocked: { look: '', Icon: LockOpen },
} as const satisfies Record<Result, unknown>

const ResultMark = ({ result }: { result: Result }) => {
  const { t } = useTranslation('logs')
  const { look, Icon } = marks[result]
  return (
    <span className={`st ${look}`}>
      <Icon size={14} aria-hidden="true" />
      {t(`result-${result}`)}
    </span>
  )
}

const useColumns = (): Column<AuthenticationLogEntry>[] => {
  const { t } = useTranslation('logs')
  const reasonOf = useReason()
  return [
    { key: 'date', title: t('date'), width: 176, cell: ({ date }) => <When at={date} /> },
    { key: 'userName', title: t('user'), sortable: false, cell: (entry) => <Who person={entry} /> },
    {
      key: 'result',
      title: t('result'),
      width: 124,
      sortable: false,
      cell: ({ result }) => <ResultMark result={result} />,
    },
    { key: 'reason', title: t('reason'), sortable: false, hideBelow: 1024, cell: ({ reason }) => reasonOf(reason) },
    {
      key: 'authenticationProvider',
      title: t('provider'),
      width: 104,
      sortable: false,
      hideBelow: 768,
      cell: ({ authenticationProvider }) => t(`provider-${authenticationProvider}`),
    },
    { key: 'ip', title: t('ip'), width: 140, sortable: false, hideBelow: 1280 },
  ]
}

type EntryProps = { row: AuthenticationLogEntry | undefined; frame: (panel: Panel) => ReactNode }

const Entry = ({ row, frame }: EntryProps) => {
  const { t } = useTranslation('logs')
  const reasonOf = useReason()
  if (!row) return frame({ title: t('authentication'), body: <Gone /> })
  const title = nameOf(row)
  return frame({
    title,
    at: row.date,
    body: (
      <Facts
        facts={[
          { label: t('user'), value: <WhoLink person={row} /> },
          { label: t('userName'), value: row.userName },
          { label: t('result'), value: <ResultMark result={row.result} /> },
          { label: t('reason'), value: reasonOf(row.reason) },
          { label: t('provider'), value: t(`provider-${row.authenticationProvider}`) },
          { label: t('returnUrl'), value: row.returnUrl, mono: true },
          { label: t('ip'), value: row.ip, mono: true },
        ]}
      />
    ),
  })
}

export const AuthenticationLog = () => {
  const { t } = useTranslation('logs')
  const { date, user } = useFilters()
  return (
    <LogList
      Entry={Entry}
      list={{
        id: 'log-authentication',
        title: t('authentication'),
        list: logs.authentication,
        rowKey: ({ id }) => String(id),
        rowLabel: nameOf,
        defaultSort: 'date desc',
        columns: useColumns(),
        filters: [
          {
            key: 'result',
            kind: 'select',
            label: t('result'),
            options: signInResults.map((value) => ({ value, label: t(`result-${value}`) })),
          },
          {
            key: 'provider',
            kind: 'select',
            label: t('provider'),
            options: signInProviders.map((value) => ({ value, label: t(`provider-${value}`) })),
          },
          ...user,
          date,
        ],
        export: logs.exportAuthentication,
        empty: { title: t('noEntries'), hint: t('noEntriesHint') },
      }}
    />
  )
}
