// A job that has not ended: how far it is, and Stop.
import { Download, Square, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import { notifications, type Task } from '#contract/notifications.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showFailure } from '#web/lib/notices.ts'
import { formatPercent } from '#web/lib/percent.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { tip } from '#web/ui/tip.tsx'

const Progress = ({ task: { done, total, errors, state }, label }: { task: Task; label: string }) => {
  const { t, i18n } = useTranslation('notifications')
  if (state === 'Queued') return <p>{t('queued')}</p>
  if (total === null) return <progress className="notes-bar" aria-label={label} />
  const share = total === 0 ? 1 : done / total
  return (
    <>
      <p className="notes-of">
        <span>
          {t('progress', {
            done: done.toLocaleString(localeOf(i18n.language)),
            total: total.toLocaleString(localeOf(i18n.language)),
          })}
          {errors > 0 && `, ${t('errorsSoFar', { count: errors })}`}
        </span>
        <b>{formatPercent(share)}</b>
      </p>
      <progress className="notes-bar" aria-label={label} max={1} value={share} />
    </>
  )
}

export const RunningJob = ({ task }: { task: Task }) => {
  const { t } = useTranslation(['notifications', 'errors'])
  const stop = useWrite(notifications.stop)
  const Icon = task.type.startsWith('Bulk') ? Upload : Download
  const name = t(task.type)
  const stopping = task.stopping || stop.isPending
  return (
    <li>
      <span className="notes-icon" aria-hidden="true">
        <Icon size={18} />
      </span>
      <div>
        <h3>{name}</h3>
        <Progress task={task} label={name} />
        <p className="notes-do">
          <Button
            className="b sm"
            off={stopping}
            aria-label={t('stopOne', { name })}
            onClick={() =>
              stop.mutate(
                { params: { id: task.id } },
                { onError: (error) => showFailure(t('errors:failedAction'), error) },
              )
            }
          >
            <Square size={11} fill="currentColor" aria-hidden="true" />
            {t(stopping ? 'stopping' : 'stop')}
          </Button>
          <span className="mut">{t('mayLeave')}</span>
        </p>
        <p className="mut" {...tip(formatMoment(task.startTime))}>
          {t('started', { when: relativeTime(task.startTime) })}
        </p>
      </div>
    </li>
  )
}
