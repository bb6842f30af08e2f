// R4.10-04, R4.10-05: approve and reject what is selected, in one call that says how far it is.
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mostDecided } from '#contract/operation-request-forms.ts'
import { operationRequests, type OperationRequest } from '#contract/operation-requests.ts'
import { codeText, loadCodeTexts } from '#web/lib/code-texts.ts'
import { streamed } from '#web/lib/streamed.ts'
import type { BulkAction, FailedRow } from '#web/ui/entity-table/types.ts'

const endpoints = { approve: operationRequests.approveInBulk, reject: operationRequests.rejectInBulk } as const

/** As many as one call takes, one call after the other. */
const decide =
  (verb: keyof typeof endpoints) =>
  async (rows: readonly OperationRequest[], progress: (done: number) => void): Promise<readonly FailedRow[]> => {
    const failed: FailedRow[] = []
    await loadCodeTexts()
    for (let at = 0; at < rows.length; at += mostDecided) {
      const input = rows
        .slice(at, at + mostDecided)
        .map(({ id, createdByDisplayName }) => ({ OperationRequestId: id, CreatedByDisplayName: createdByDisplayName }))
      const { errors } = await streamed(endpoints[verb], { input }, (done) => progress(at + done))
      failed.push(...errors.map(({ id, code, reason }) => ({ key: id, reason: codeText(code) ?? reason })))
    }
    return failed
  }

const approvable = (rows: readonly OperationRequest[]) =>
  rows.every(({ status, canApprove }) => status === 'WaitingForApprover' && canApprove)

export const useBulkDecisions = (): readonly BulkAction<OperationRequest>[] => {
  const { t } = useTranslation('operation-requests')
  const external = (rows: readonly OperationRequest[]) => rows.filter((row) => row.external).length
  return [
    {
      id: 'reject',
      label: t('reject'),
      icon: <X size={16} className="rq-bad" aria-hidden="true" />,
      when: approvable,
      confirm: (rows) => ({
        title: t('bulkRejectTitle', { count: rows.length }),
        body: t('rejectText'),
        ok: t('reject'),
      }),
      together: decide('reject'),
    },
    {
      id: 'approve',
      label: t('approve'),
      icon: <Check size={16} className="rq-good" aria-hidden="true" />,
      when: approvable,
      confirm: (rows) => ({
        title: t('bulkApproveTitle', { count: rows.length }),
        body: external(rows) > 0 ? t('bulkExternal', { count: external(rows) }) : undefined,
        ok: t('approve'),
      }),
      together: decide('approve'),
    },
  ]
}
