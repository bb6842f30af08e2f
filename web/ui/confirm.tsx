// A question before what loses data or access: verbs on its buttons, the focus on what changes nothing (rules 18, 19).
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '#web/lib/problem.ts'
import { Dialog } from './dialog.tsx'

type Props = { title: string; body?: ReactNode; ok: string; keep?: string; danger?: boolean; wide?: boolean; run: () => unknown; onClose: () => void }

export const Confirm = ({ title, body, ok, keep, danger = false, wide = false, run, onClose }: Props) => {
  const { t } = useTranslation('table')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const go = async () => {
    setBusy(true)
    try {
      await run()
      onClose()
    } catch (error) {
      setFailure(problemText(error))
      setBusy(false)
    }
  }
  const actions = (
    <>
      <button type="button" className="b" autoFocus disabled={busy} onClick={onClose}>{keep ?? t('keep')}</button>
      <button type="button" className={`b ${danger ? 'danger solid' : 'pri'}`} disabled={busy} aria-busy={busy} onClick={() => void go()}>{ok}</button>
    </>
  )
  return (
    <Dialog wide={wide} title={title} kind="alertdialog" actions={actions} onClose={busy ? undefined : onClose}>
      {body && <div>{body}</div>}
      {failure && <div className="alert" role="alert"><div><p>{failure}</p></div></div>}
    </Dialog>
  )
}
