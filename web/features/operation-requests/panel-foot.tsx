// What may be done with the open request: one filled button (docs/ux.md, note 9).
import { Check, History, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  request: OperationRequest
  note: string
  busy: boolean
  onNote: (text: string) => void
  onAct: (verb: 'approve' | 'reject') => void
  onCancel: () => void
  onHistory: () => void
  onEdit: (() => void) | undefined
}

const Deciding = ({ request, note, busy, onNote, onAct }: Props) => {
  const { t } = useTranslation('operation-requests')
  const label = t('noteTo', { name: request.createdByDisplayName })
  return (
    <>
      <input
        type="text"
        className="inp-t"
        aria-label={label}
        placeholder={label}
        maxLength={1000}
        value={note}
        onChange={({ target }) => onNote(target.value)}
      />
      <div className="rq-buttons">
        <Button className="b" aria-keyshortcuts="r" off={busy} onClick={() => onAct('reject')}>
          <X size={16} className="rq-bad" aria-hidden="true" />
          {t('reject')}
          <kbd aria-hidden="true">R</kbd>
        </Button>
        <Button className="b pri" aria-keyshortcuts="a" off={busy} onClick={() => onAct('approve')}>
          <Check size={16} aria-hidden="true" />
          {t('approve')}
          <kbd aria-hidden="true">A</kbd>
        </Button>
      </div>
    </>
  )
}

export const PanelFoot = (props: Props) => {
  const { t } = useTranslation('operation-requests')
  const { request, busy, onCancel, onHistory, onEdit } = props
  const waits = request.status === 'WaitingForApprover'
  return (
    <div className="rq-foot">
      {request.canApprove && <Deciding {...props} />}
      <div className="rq-more">
        <button type="button" className="b tx sm" onClick={onHistory}>
          <History size={15} aria-hidden="true" />
          {t('history')}
        </button>
        {onEdit && waits && request.identityType === 'User' && (request.isMine || request.canApprove) && (
          <button type="button" className="b tx sm" onClick={onEdit}>
            {t('edit')}
          </button>
        )}
        {request.isMine && waits && (
          <Button className="b tx sm danger" off={busy} onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
