// Many things one after the other: a question first, then a circle with counts of done and failed, and a way to stop
// (R4.9-02). What failed is named with its reason, and the run goes on.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notice, showNotice } from '#web/lib/notices.ts'
import { isProblem, problemText } from '#web/lib/problem.ts'
import { useReview } from '#web/lib/use-review.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '../dialog.tsx'
import { ProgressCircle } from '../progress-circle.tsx'
import type { Question } from './types.ts'

export type Item = { readonly key: string; readonly label: string; readonly run: (seen?: string) => Promise<unknown> }
type FailedItem = { key: string; label: string; reason: string }
type Props = {
  question: Question
  danger: boolean
  /** Given whole, or fetched as they are needed. */
  items: readonly Item[] | (() => AsyncGenerator<Item>)
  total?: number
  words: {
    working: string
    over: string
    done: (count: number) => string
    counts: (done: number, failed: number) => string
  }
  /** To be typed before it begins. */
  typed?: string
  /** The way back of those that were done. */
  undo?: ((keys: readonly string[]) => Notice['action']) | undefined
  onClose: (done: number) => void
}

const mostNamed = 5

type Phase = 'asking' | 'running' | 'stopped' | 'over'

const useRun = ({ items, words, undo }: Props) => {
  const [phase, setPhase] = useState<Phase>('asking')
  const [overtaken, setOvertaken] = useState(false)
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<readonly FailedItem[]>([])
  const stopped = useRef(false)
  // The question stands again, with its new preview.
  const askAgain = () => {
    setOvertaken(true)
    setPhase('asking')
  }
  const start = async (seen?: string) => {
    setPhase('running')
    const over: string[] = []
    let end: Phase = 'over'
    for await (const { key, label, run } of typeof items === 'function' ? items() : items) {
      if (stopped.current) {
        end = 'stopped'
        break
      }
      try {
        await run(seen)
        setDone(over.push(key))
      } catch (error) {
        if (seen !== undefined && isProblem(error, 412)) return askAgain()
        setFailed((before) => [...before, { key, label, reason: problemText(error) }])
      }
    }
    setPhase(end)
    if (over.length > 0) showNotice({ kind: 'success', title: words.done(over.length), action: undo?.(over) })
  }
  return { phase, overtaken, done, failed, start, stop: () => void (stopped.current = true) }
}

/** The first of them by name. */
const ItemNames = ({ items }: Pick<Props, 'items'>) => {
  const { t } = useTranslation('table')
  const all = Array.isArray(items) ? (items as readonly Item[]) : []
  const more = all.length - mostNamed
  if (all.length < 2) return null
  return (
    <ul className="et-named">
      {all.slice(0, mostNamed).map(({ key, label }) => (
        <li key={key}>{label}</li>
      ))}
      {more > 0 && <li>{t('andMore', { count: more })}</li>}
    </ul>
  )
}

type Start = (seen?: string) => void
type Beginning = { review: Question['review']; single: boolean; overtaken: boolean; onStart: Start }

/** Once, and only what was seen: a single write says itself what that was; before several it is asked once more. */
const useBeginning = ({ review, single, overtaken, onStart }: Beginning) => {
  const { t } = useTranslation('table')
  const { view, ready, stamp, fresh } = useReview(review)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(overtaken ? t('changedMeanwhile') : undefined)
  const begin = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      if (!single) await fresh()
      onStart(single ? stamp() : undefined)
    } catch (error) {
      setFailure(problemText(error))
      setBusy(false)
    }
  }
  return { view, ready: ready && !busy, begin, failure }
}

const Asking = ({ props, overtaken, onStart }: { props: Props; overtaken: boolean; onStart: Start }) => {
  const { t } = useTranslation('table')
  const { question, danger, typed, items } = props
  const [text, setText] = useState('')
  const { view, ready, begin, failure } = useBeginning({
    review: question.review,
    single: Array.isArray(items) && items.length === 1,
    overtaken,
    onStart,
  })
  const actions = (
    <>
      <button type="button" className="b" autoFocus onClick={() => props.onClose(0)}>
        {question.keep ?? t('shell:cancel')}
      </button>
      <button
        type="button"
        className={`b ${danger ? 'danger solid' : 'pri'}`}
        disabled={!ready || (typed !== undefined && text.replace(/[.,\s’]/g, '') !== typed)}
        onClick={() => void begin()}
      >
        {question.ok}
      </button>
    </>
  )
  return (
    <Dialog
      wide={Boolean(view)}
      title={question.title}
      kind="alertdialog"
      actions={actions}
      onClose={() => props.onClose(0)}
    >
      {question.body && <p>{question.body}</p>}
      <ItemNames items={items} />
      {typed !== undefined && (
        <label className="f">
          <span>{t('typeToConfirm', { typed })}</span>
          <input type="text" className="inp-t" value={text} onChange={({ target }) => setText(target.value)} />
        </label>
      )}
      {view}
      {failure && (
        <Alert>
          <p>{failure}</p>
        </Alert>
      )}
    </Dialog>
  )
}

export const RunDialog = (props: Props) => {
  const { t } = useTranslation('table')
  const { phase, overtaken, done, failed, start, stop } = useRun(props)
  if (phase === 'asking') return <Asking props={props} overtaken={overtaken} onStart={(seen) => void start(seen)} />
  const total = props.total ?? (Array.isArray(props.items) ? props.items.length : 0)
  const close = phase === 'running' ? undefined : () => props.onClose(done)
  const heading = { running: props.words.working, stopped: t('stopped'), over: props.words.over }[phase]
  const actions =
    phase === 'running' ? (
      <button type="button" className="b" onClick={stop}>
        {t('stop')}
      </button>
    ) : (
      <button type="button" className="b pri" autoFocus onClick={() => props.onClose(done)}>
        {t('close')}
      </button>
    )
  return (
    <Dialog title={heading} actions={actions} onClose={close}>
      <div className="et-run">
        <ProgressCircle value={total > 0 ? (done + failed.length) / total : 1} />
        <p role="status">{props.words.counts(done, failed.length)}</p>
      </div>
      {phase === 'running' && <p className="mut">{t('patience')}</p>}
      {failed.length > 0 && (
        <ul className="et-failed">
          {failed.map(({ key, label, reason }) => (
            <li key={key}>
              <b>{label}</b> {reason}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
