// R2.6-28, R2.6-29: requests for access with what an approver needs beside them (docs/ux.md, note 8). Which one is
// open, and which status is shown, stands in the address.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '#contract/operation-request-items.ts'
import { operationRequests, type OperationRequest, type RequestStatus } from '#contract/operation-requests.ts'
import type { TextsOf } from '#web/lib/text-keys.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { useBulkDecisions } from './bulk-decisions.tsx'
import { requestColumns } from './request-columns.tsx'
import { RequestHistory } from './request-history.tsx'
import { type Notes, RequestPanel } from './request-panel.tsx'
import { StatusChips } from './status-chips.tsx'
import { useDecisions } from './use-decisions.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import './operation-requests.css'

type Address = { request?: string | undefined; status?: string | undefined; q?: string | undefined }

const useAddress = () => {
  const { request, status, q } = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  const go = (change: Record<string, string | undefined>, more: { ignoreBlocker?: boolean } = {}) =>
    void navigate({
      ...more,
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      resetScroll: false,
    })
  return {
    request,
    search: q,
    status: statusOf(status),
    // The notes stay from one request to the next; before it goes, the drawer has asked.
    open: (id: string | undefined) => go({ request: id }, { ignoreBlocker: true }),
    show: (next: RequestStatus | undefined) => go({ status: next, page: undefined }),
  }
}

type ListParts = Pick<ListDef<OperationRequest>, 'columns' | 'bulk' | 'onRows' | 'current'> & {
  t: TextsOf<'operation-requests'>
  status: RequestStatus | undefined
  decidable: number
}

const requestList = ({ t, status, decidable, ...parts }: ListParts): ListDef<OperationRequest> => ({
  id: 'operation-requests',
  title: t('title'),
  embedded: 'sole',
  list: operationRequests.list,
  ...(status && { query: { status } }),
  rowKey: ({ id }) => id,
  rowLabel: ({ displayName }) => displayName,
  defaultSort: 'modificationDate desc',
  stacks: true,
  orderBy: 'heads',
  unselectable: (row) => (row.canApprove ? undefined : t('notDecidable')),
  ...(decidable > 0 && {
    selectAll: {
      label: (number: string) => t('selectDecidable', { number }),
      count: decidable,
      query: { decidable: 'true' },
    },
  }),
  empty: { title: t('none'), hint: t('noneHint') },
  ...parts,
})

/** `onEdit` opens the wizard that the page lends. */
type Props = { onEdit?: (request: OperationRequest) => void }

export const AccessRequests = ({ onEdit }: Props) => {
  const { t } = useTranslation('operation-requests')
  const address = useAddress()
  const wide = useWide()
  const [rows, setRows] = useState<readonly OperationRequest[]>([])
  const [history, setHistory] = useState<OperationRequest>()
  const [notes, setNotes] = useState<Notes>({})
  const decisions = useDecisions()
  const counted = useRead(
    operationRequests.list,
    { query: { take: '1', ...(address.search && { search: address.search }) } },
    { previous: true },
  )
  const bulk = useBulkDecisions()
  const docked = wide && address.request !== undefined
  return (
    <div className={`rq${docked ? ' docked' : ''}`}>
      <div className="rq-list">
        <StatusChips counts={counted.data?.counts} status={address.status} onChange={address.show} />
        <EntityTable
          key={address.status ?? 'all'}
          list={requestList({
            t,
            status: address.status,
            current: address.request,
            decidable: counted.data?.decidable ?? 0,
            bulk,
            columns: requestColumns({
              t,
              docked,
              decisions,
              onOpen: ({ id }) => address.open(id),
              onHistory: setHistory,
              onEdit,
            }),
            onRows: setRows,
          })}
        />
      </div>
      {address.request !== undefined && (
        <RequestPanel
          id={address.request}
          rows={rows}
          docked={docked}
          decisions={decisions}
          notes={notes}
          onNotes={setNotes}
          onOpen={address.open}
          onHistory={setHistory}
          onEdit={onEdit}
        />
      )}
      {history && <RequestHistory request={history} onClose={() => setHistory(undefined)} />}
      {decisions.dialog}
    </div>
  )
}
