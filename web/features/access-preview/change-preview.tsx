// What a change would do, before it is made (docs/ux.md, note 7): in numbers, then person by person.
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preview, PreviewedChange } from '#contract/access-preview.ts'
import { problemText } from '#web/lib/problem.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import type { ReviewAnswer } from '#web/lib/use-review.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { PreviewBar } from './preview-bar.tsx'
import { PreviewCards } from './preview-cards.tsx'
import { PreviewFoot, PreviewRows } from './preview-table.tsx'
import { type PreviewView, useNow, usePreview } from './use-preview.ts'
import './access-preview.css'

type Props = {
  change: PreviewedChange
  /** Under a question: only what there is any of, and no tools for one person or a handful of lines. */
  small?: boolean
  onSeen?: (seen: ReviewAnswer<Preview>) => void
}

const first: PreviewView = { view: 'all', search: '', applicationId: '', page: 1 }

/** So many lines are seen at a glance. */
const handful = 5

const Loading = ({ small }: { small: boolean }) => {
  const { t } = useTranslation('access-preview')
  return (
    <div className={`ap-loading${small ? ' small' : ''}`} role="status">
      <span className="sr">{t('computing')}</span>
      <i />
      <i />
    </div>
  )
}

/** The server's words; it is the change itself that would be refused. */
const Refused = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('access-preview')
  return (
    <div className="alert" role="alert">
      <div>
        <b>{t('notPossible')}</b>
        <p>{problemText(error)}</p>
      </div>
      <button type="button" className="b" onClick={onRetry}>
        <RotateCw size={15} aria-hidden="true" />
        {t('errors:tryAgain')}
      </button>
    </div>
  )
}

const Computed = ({ at, busy }: { at: number; busy: boolean }) => {
  const { t } = useTranslation('access-preview')
  const now = useNow(10_000)
  return (
    <p className="ap-computed">
      {busy ? t('computing') : t('computed', { ago: relativeTime(new Date(at).toISOString(), Math.max(now, at)) })}
    </p>
  )
}

/** Whether there are pages, and what finds one person among others. */
const extentOf = ({ summary: { losing, gaining } }: Preview, small: boolean) => {
  const many = !small || losing.roles + gaining.roles > handful
  return { many, tools: many && (!small || losing.people + gaining.people > 1) }
}

export const ChangePreview = ({ change, small = false, onSeen }: Props) => {
  const [asked, setAsked] = useState(first)
  const [failed, setFailed] = useState<unknown>()
  const { data, error, refetch, isFetching, isPlaceholderData, dataUpdatedAt } = usePreview(change, asked)
  const seen = error ? 'refused' : data
  useEffect(() => {
    onSeen?.(seen)
  }, [seen, onSeen])
  const show = (part: Partial<PreviewView>) => setAsked((before) => ({ ...before, page: 1, ...part }))
  if (error) return <Refused error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading small={small} />
  const { many, tools } = extentOf(data, small)
  return (
    <div className={`ap${small ? ' small' : ''}`} aria-busy={isPlaceholderData}>
      <PreviewCards preview={data} small={small} />
      <section className="ap-card">
        {tools && <PreviewBar change={change} asked={asked} summary={data.summary} show={show} onFailed={setFailed} />}
        {failed !== undefined && (
          <Alert>
            <p>{problemText(failed)}</p>
          </Alert>
        )}
        <PreviewRows preview={data} change={change} />
        {many && <PreviewFoot preview={data} page={asked.page} go={(page) => show({ page })} />}
      </section>
      <Computed at={dataUpdatedAt} busy={isFetching} />
    </div>
  )
}
