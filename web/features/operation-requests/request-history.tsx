// R2.6-28: what happened to a request, newest first, in a drawer; what it gave is taken back from here.
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HistoryEntry, operationRequests, type OperationRequest } from '#contract/operation-requests.ts'
import { requestReview } from '#contract/request-review.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Changes } from './changes.tsx'
import { Status } from './request-status.tsx'

const Entry = ({ entry }: { entry: HistoryEntry }) => {
  const { t } = useTranslation('operation-requests')
  const { requestType } = entry
  const isAccess = requestType === 'Permission' || requestType === 'PolarisPermissionCreate'
  return (
    <li>
      <div className="rq-entry">
        <Status status={entry.status} />
        <span className="tag">{t(isAccess ? 'PermissionType' : requestType)}</span>
        <time dateTime={entry.date}>{formatMoment(entry.date)}</time>
      </div>
      <p>{entry.email}</p>
      {entry.reason && <p className="mut">{entry.reason}</p>}
    </li>
  )
}

/** One click, behind the preview of what it takes. */
const Undo = ({ request, onDone }: { request: OperationRequest; onDone: () => void }) => {
  const { t } = useTranslation('operation-requests')
  const [asking, ask] = useState(false)
  const evidence = useRead(requestReview.evidence, { params: { id: request.id } })
  const undo = useWrite(requestReview.undo)
  if (!evidence.data?.canUndo) return null
  const run = async () => {
    try {
      await undo.mutateAsync({ params: { id: request.id } })
      showNotice({ kind: 'success', title: t('undone') })
      onDone()
    } catch (error) {
      showFailure(t('failedUndo'), error)
    }
  }
  return (
    <>
      <button type="button" className="b" onClick={() => ask(true)}>
        <Undo2 size={16} aria-hidden="true" />
        {t('undo')}
      </button>
      {asking && (
        <Confirm
          title={t('undoTitle')}
          body={<Changes id={request.id} title={t('whatUndoChanges')} />}
          ok={t('undo')}
          keep={t('keep')}
          danger
          run={run}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

export const RequestHistory = ({ request, onClose }: { request: OperationRequest; onClose: () => void }) => {
  const { t } = useTranslation('operation-requests')
  const { data, error, refetch } = useRead(operationRequests.history, { params: { id: request.id } })
  useEffect(() => {
    if (error) showFailure(t('failedHistory'), error)
  }, [error, t])
  return (
    <Drawer
      side="right"
      inset
      width={520}
      title={t('history')}
      line={`${request.displayName} · ${request.tenantName}`}
      footer={request.status === 'Applied' && <Undo request={request} onDone={onClose} />}
      onClose={onClose}
    >
      {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">{t('loading')}</p>}
      <ol className="rq-history">
        {data?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </Drawer>
  )
}
