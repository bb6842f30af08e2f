// Many rows in one call: a question first, then a circle with how far it is, and what failed by name (R4.9-02).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '#web/lib/labelled.ts'
import { showNotice } from '#web/lib/notices.ts'
import { problemText } from '#web/lib/problem.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '../dialog.tsx'
import { ProgressCircle } from '../progress-circle.tsx'
import type { BulkAction, FailedRow, ListDef } from './types.ts'

type Together<Row> = Extract<BulkAction<Row>, { together: unknown }>
type Props<Row> = {
  list: ListDef<Row>
  action: Together<Row>
  rows: readonly Row[]
  /** `done`: it was begun, so the rows may have changed. */
  onClose: (done: boolean) => void
}

const useTogether = <Row,>({ action, rows }: Props<Row>) => {
  const { t } = useTranslation('table')
  const [phase, setPhase] = useState<'asking' | 'running' | 'over'>('asking')
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<readonly FailedRow[]>([])
  const [failure, setFailure] = useState<string>()
  const start = async () => {
    setPhase('running')
    try {
      const faults = await action.together(rows, setDone)
      setFailed(faults)
      setDone(rows.length)
      const count = rows.length - faults.length
      if (count > 0) showNotice({ kind: 'success', title: t('doneCount', { count }) })
    } catch (error) {
      setFailure(problemText(error))
    }
    setPhase('over')
  }
  return { phase, done, failed, failure, start }
}

const Failures = <Row,>({
  list,
  rows,
  failed,
}: Pick<Props<Row>, 'list' | 'rows'> & { failed: readonly FailedRow[] }) => {
  const names = new Map(rows.map((row) => [list.rowKey(row), list.rowLabel(row)]))
  return (
    <ul className="et-failed">
      {failed.map(({ key, reason }) => (
        <li key={key}>
          <b>{names.get(key) ?? key}</b> {reason}
        </li>
      ))}
    </ul>
  )
}

const Asking = <Row,>({ action, rows, onClose, onStart }: Props<Row> & { onStart: () => void }) => {
  const { t } = useTranslation('table')
  const question = action.confirm(rows)
  const actions = (
    <>
      <button type="button" className="b" autoFocus onClick={() => onClose(false)}>
        {question.keep ?? t('shell:cancel')}
      </button>
      <button type="button" className={`b ${action.danger ? 'danger solid' : 'pri'}`} onClick={onStart}>
        {question.ok}
      </button>
    </>
  )
  return (
    <Dialog title={question.title} kind="alertdialog" actions={actions} onClose={() => onClose(false)}>
      {question.body && <p>{question.body}</p>}
    </Dialog>
  )
}

export const TogetherDialog = <Row,>(props: Props<Row>) => {
  const { t } = useTranslation('table')
  const { list, action, rows, onClose } = props
  const { phase, done, failed, failure, start } = useTogether(props)
  if (phase === 'asking') return <Asking {...props} onStart={() => void start()} />
  const close = phase === 'over' ? () => onClose(true) : undefined
  const actions = close && (
    <button type="button" className="b pri" autoFocus onClick={close}>
      {t('close')}
    </button>
  )
  return (
    <Dialog
      title={phase === 'over' ? labelled(action.label, t('finished')) : action.label}
      actions={actions}
      onClose={close}
    >
      <div className="et-run">
        <ProgressCircle value={rows.length > 0 ? done / rows.length : 1} />
        <p role="status">{t('counts', { done: done - failed.length, failed: failed.length })}</p>
      </div>
      {!close && <p className="mut">{t('patience')}</p>}
      {failure && (
        <Alert>
          <p>{failure}</p>
        </Alert>
      )}
      {failed.length > 0 && <Failures list={list} rows={rows} failed={failed} />}
    </Dialog>
  )
}
