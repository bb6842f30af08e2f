// One notification: what ended and how, what it left to be downloaded, and its bin.
import {
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CirclePause,
  Download,
  FileSpreadsheet,
  Inbox,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportIssue } from '#contract/kernel/issue.ts'
import { type Notification, notifications } from '#contract/notifications.ts'
import { call } from '#web/lib/client.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showFailure } from '#web/lib/notices.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { messageOf, reasonFile } from './reasons.ts'
import { tip } from '#web/ui/tip.tsx'

const looks = {
  bad: CircleAlert,
  stopped: CirclePause,
  file: FileSpreadsheet,
  right: ShieldCheck,
  asked: Inbox,
  due: CalendarClock,
  good: CircleCheck,
}

/** What waits for the reader is nothing that went well. */
const looksOfTypes: Partial<Record<Notification['type'], keyof typeof looks>> = {
  PermissionAssigned: 'right',
  RightsRequestReceived: 'asked',
  RightsRequestDue: 'due',
}

/** Nothing failed that the reader had begun, and something is wrong all the same. */
const alarms: readonly Notification['type'][] = ['AuditLogBroken', 'WebhookDisabled']

const lookOf = ({ type, data, file }: Notification): keyof typeof looks => {
  if (messageOf(data) || data.Errors?.length || alarms.includes(type)) return 'bad'
  if (data.stopped) return 'stopped'
  return looksOfTypes[type] ?? (file ? 'file' : 'good')
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

const sizeText = (bytes: number, language: string) => {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: sizes[step] ?? 'byte',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}

const FileButton = ({ file }: { file: NonNullable<Notification['file']> }) => {
  const { t, i18n } = useTranslation(['notifications', 'errors'])
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const got = await call(notifications.downloadExcel, { query: { url: file.url } })
      saveFile(new File([got], file.name))
    } catch (error) {
      showFailure(t('errors:failedAction'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button className="b sm" off={busy} aria-label={t('download', { name: file.name })} onClick={() => void download()}>
      <Download size={14} aria-hidden="true" />
      <span className="notes-file">{file.name}</span>
      <span className="mut">{sizeText(file.size, i18n.language)}</span>
    </Button>
  )
}

const Reasons = ({
  kind,
  type,
  reasons,
}: {
  kind: 'errors' | 'warnings'
  type: string
  reasons: readonly ImportIssue[] | undefined
}) => {
  const { t } = useTranslation('notifications')
  if (!reasons?.length) return null
  const save = () => saveFile(reasonFile(`${type}-${kind}.txt`, reasons, (row, reason) => t('row', { row, reason })))
  return (
    <button type="button" className={`b sm${kind === 'warnings' ? ' tx' : ''}`} onClick={save}>
      <Download size={14} aria-hidden="true" />
      {t(kind, { count: reasons.length })}
    </button>
  )
}

export const OneNotification = ({ notification, onDeleted }: { notification: Notification; onDeleted: () => void }) => {
  const { t } = useTranslation(['notifications', 'errors'])
  const remove = useWrite(notifications.remove)
  const { id, type, description, readed, data, createdOn, file } = notification
  const look = lookOf(notification)
  const Icon = looks[look]
  const run = () =>
    void remove
      .mutateAsync({ params: { id } })
      .then(onDeleted, (error: unknown) => showFailure(t('errors:failedAction'), error))
  return (
    <li className={readed ? undefined : 'new'}>
      <span className={`notes-icon ${look}`} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div>
        <h3>
          {!readed && <span className="sr">{t('new')} </span>}
          {description}
        </h3>
        {messageOf(data) && <p>{messageOf(data)}</p>}
        {(file || data.Errors || data.Warnings) && (
          <p className="notes-do">
            {file && <FileButton file={file} />}
            <Reasons kind="errors" type={type} reasons={data.Errors} />
            <Reasons kind="warnings" type={type} reasons={data.Warnings} />
          </p>
        )}
        <p className="mut">
          <time dateTime={createdOn} {...tip(formatMoment(createdOn))}>
            {relativeTime(createdOn)}
          </time>
        </p>
      </div>
      <Button
        className="ic notes-delete"
        aria-label={t('deleteOne', { name: description })}
        data-tip={t('delete')}
        off={remove.isPending}
        onClick={run}
      >
        <Trash2 size={16} />
      </Button>
    </li>
  )
}
