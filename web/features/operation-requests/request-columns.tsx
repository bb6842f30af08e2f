// R2.6-28: what a row shows, and what may be done with it.
import { Ban, Check, History, PenLine, UserRound, UsersRound, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { labelled } from '#web/lib/labelled.ts'
import type { TextsOf } from '#web/lib/text-keys.ts'
import type { Column } from '#web/ui/entity-table/types.ts'
import { Status } from './request-status.tsx'
import type { Decisions } from './use-decisions.tsx'

type Texts = TextsOf<'operation-requests'>
type ColumnParts = {
  t: Texts
  /** The panel is open beside the list: the address is the second line of the name (docs/ux.md, note 8). */
  docked: boolean
  decisions: Decisions
  onOpen: (request: OperationRequest) => void
  onHistory: (request: OperationRequest) => void
  onEdit: ((request: OperationRequest) => void) | undefined
}

const week = 7 * 86_400_000

/** How long ago while that says more, then the day. */
const dateOrAgo = (moment: string, now = Date.now()) =>
  now - new Date(moment).getTime() < week ? relativeTime(moment) : formatDate(moment)

export const When = ({ moment }: { moment: string }) => (
  <time dateTime={moment} data-tip={formatMoment(moment)}>
    {dateOrAgo(moment)}
  </time>
)

const Name = ({ row, parts: { t, docked, onOpen } }: { row: OperationRequest; parts: ColumnParts }) => {
  const isGroup = row.identityType === 'Group'
  const Icon = isGroup ? UsersRound : UserRound
  return (
    <span className="rq-name">
      <span className={`rq-kind${isGroup ? ' group' : ''}`} role="img" aria-label={t(isGroup ? 'group' : 'user')}>
        <Icon size={17} aria-hidden="true" />
      </span>
      <span className="rq-who">
        <span>
          <button type="button" className="et-open rq-open" onClick={() => onOpen(row)}>
            {row.displayName}
          </button>
          {row.isMine && <span className="tag">{t('yours')}</span>}
        </span>
        {docked && row.email && <span className="mut">{row.email}</span>}
      </span>
    </span>
  )
}

type IconProps = { label: string; className?: string; onClick: () => void; children: ReactNode }

const IconButton = ({ label, className = '', onClick, children }: IconProps) => (
  <button type="button" className={`ic s ${className}`} aria-label={label} data-tip={label} onClick={onClick}>
    {children}
  </button>
)

const Actions = ({ row, parts: { t, decisions, onEdit } }: { row: OperationRequest; parts: ColumnParts }) => {
  const name = row.displayName
  const waits = row.status === 'WaitingForApprover'
  return (
    <span className="rq-acts">
      {onEdit && waits && row.identityType === 'User' && (row.isMine || row.canApprove) && (
        <IconButton label={labelled(t('edit'), name)} onClick={() => onEdit(row)}>
          <PenLine size={16} />
        </IconButton>
      )}
      {row.canApprove && (
        <>
          <IconButton label={t('approveOf', { name })} className="good" onClick={() => decisions.ask('approve', row)}>
            <Check size={17} />
          </IconButton>
          <IconButton label={t('rejectOf', { name })} className="bad" onClick={() => decisions.ask('reject', row)}>
            <X size={17} />
          </IconButton>
        </>
      )}
      {row.isMine && waits && (
        <IconButton label={t('cancelOf', { name })} onClick={() => decisions.ask('cancel', row)}>
          <Ban size={16} />
        </IconButton>
      )}
    </span>
  )
}

export const requestColumns = (parts: ColumnParts): readonly Column<OperationRequest>[] => {
  const { t, docked, onHistory } = parts
  const email: Column<OperationRequest> = {
    key: 'email',
    title: t('email'),
    cell: (row) => row.email ?? '',
    hideBelow: 1024,
  }
  // The panel has it at its foot.
  const history: Column<OperationRequest> = {
    key: 'history',
    title: t('history'),
    sortable: false,
    cell: (row) => (
      <IconButton label={t('historyOf', { name: row.displayName })} onClick={() => onHistory(row)}>
        <History size={16} />
      </IconButton>
    ),
  }
  return [
    { key: 'displayName', title: t('displayName'), cell: (row) => <Name row={row} parts={parts} /> },
    ...(docked ? [] : [email]),
    {
      key: 'modificationDate',
      title: t('modificationDate'),
      cell: (row) => <When moment={row.modificationDate} />,
      // What can be done with a row stays in sight, in the longest language too; the panel says it.
      hideBelow: docked ? 1680 : 1024,
    },
    ...(docked ? [] : [history]),
    { key: 'status', title: t('status'), cell: ({ status }) => <Status status={status} /> },
    { key: 'tenantName', title: t('tenant') },
    { key: 'actions', title: t('actions'), sortable: false, cell: (row) => <Actions row={row} parts={parts} /> },
  ]
}
