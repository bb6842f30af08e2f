// A question before what loses data or access: verbs on its buttons, the focus on what changes nothing (rules 18, 19).
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '#web/lib/problem.ts'
import { type Review, useReview } from '#web/lib/use-review.tsx'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  body?: ReactNode
  ok: string
  keep?: string
  danger?: boolean
  /** Whom it hits is shown first: what was seen is what is done (docs/ux.md, note 7). */
  review?: Review | undefined
  /** Sends along the stamp of what was seen. */
  run: (seen: string | undefined) => unknown
  onClose: () => void
}

export const Confirm = ({ title, body, ok, keep, danger = false, review, run, onClose }: Props) => {
  const { t } = useTranslation('table')
  const { view, ready, asReviewed } = useReview(review)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const go = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await asReviewed(run)
      onClose()
    } catch (error) {
      setFailure(problemText(error))
      setBusy(false)
    }
  }
  const actions = (
    <>
      <Button className="b" autoFocus off={busy} onClick={onClose}>
        {keep ?? t('shell:cancel')}
      </Button>
      <Button
        className={`b ${danger ? 'danger solid' : 'pri'}`}
        off={busy || !ready}
        aria-busy={busy}
        onClick={() => void go()}
      >
        {ok}
      </Button>
    </>
  )
  return (
    <Dialog
      wide={Boolean(view)}
      title={title}
      kind="alertdialog"
      actions={actions}
      onClose={busy ? undefined : onClose}
    >
      {body && <div>{view && typeof body === 'string' ? <p>{body}</p> : body}</div>}
      {view}
      {failure && (
        <Alert>
          <p>{failure}</p>
        </Alert>
      )}
    </Dialog>
  )
}
