// Approve, reject and cancel, one at a time: what must be asked is asked first (R4.10-01), and what fails is said for
// five seconds (R8.4-07).
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationRequests, type OperationRequest } from '#contract/operation-requests.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'

type Verb = 'approve' | 'reject' | 'cancel'
type DecisionInput = { verb: Verb; request: OperationRequest; note: string; after?: (() => void) | undefined }
type DecisionOptions = { note?: string; sure?: boolean; after?: () => void }

export type Decisions = {
  /** `sure`: nothing is asked but what the specification wants asked. `after`: once it is decided. */
  ask(verb: Verb, request: OperationRequest, more?: DecisionOptions): void
  readonly busy: boolean
  readonly dialog: ReactNode
}

const useTexts = () => {
  const { t } = useTranslation('operation-requests')
  return {
    failed: { approve: t('failedApprove'), reject: t('failedReject'), cancel: t('failedCancel') },
    done: (verb: Verb, name: string) =>
      ({ approve: t('approved', { name }), reject: t('rejected', { name }), cancel: t('cancelled', { name }) })[verb],
    question: ({ verb, request: { displayName: name, tenantName: tenant, identityType } }: DecisionInput) =>
      ({
        approve: {
          title: t('externalTitle', { name }),
          body: t(identityType === 'Group' ? 'externalGroupAsk' : 'externalAsk', { name, tenant }),
          ok: t('approve'),
        },
        reject: { title: t('rejectTitle', { name }), body: t('rejectText'), ok: t('reject'), danger: true },
        cancel: { title: t('cancelTitle', { name }), body: t('cancelText'), ok: t('cancel'), danger: true },
      })[verb],
    keep: (verb: Verb) => t(verb === 'approve' ? 'notApprove' : 'keep'),
  }
}

const asksFirst = (verb: Verb, { external }: OperationRequest, sure: boolean) => (verb === 'approve' ? external : !sure)

export const useDecisions = (): Decisions => {
  const texts = useTexts()
  const [asked, setAsked] = useState<DecisionInput>()
  const writes = {
    approve: useWrite(operationRequests.approve),
    reject: useWrite(operationRequests.reject),
    cancel: useWrite(operationRequests.cancel),
  }
  const run = async ({ verb, request, note, after }: DecisionInput) => {
    const { id, createdByDisplayName, displayName } = request
    const input = { OperationRequestId: id, CreatedByDisplayName: createdByDisplayName, ...(note && { Reason: note }) }
    try {
      await writes[verb].mutateAsync({ params: { id }, input })
      showNotice({ kind: 'success', title: texts.done(verb, displayName) })
      after?.()
    } catch (error) {
      showFailure(texts.failed[verb], error)
    }
  }
  return {
    ask: (verb, request, { note = '', sure = false, after } = {}) => {
      const one = { verb, request, note, after }
      if (asksFirst(verb, request, sure)) setAsked(one)
      else void run(one)
    },
    busy: Object.values(writes).some(({ isPending }) => isPending),
    dialog: asked && (
      <Confirm
        {...texts.question(asked)}
        keep={texts.keep(asked.verb)}
        run={() => void run(asked)}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
