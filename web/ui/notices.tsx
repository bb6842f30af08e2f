// The messages over the page, in a region that is always there so that they are read out.
import { Bell, CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissNotice, type Notice, useNotices } from '#web/lib/notices.ts'
import './notices.css'

const icons = { success: CircleCheck, news: Bell, error: CircleAlert }

const NoticeLine = ({ notice: { id, kind, title, text, action } }: { notice: Notice }) => {
  const { t } = useTranslation('shell')
  const Icon = icons[kind]
  return (
    <div className={`notice ${kind}`}>
      <Icon size={19} aria-hidden="true" />
      <div>
        <b>{title}</b>
        {text && <p>{text}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="b sm"
          onClick={() => {
            dismissNotice(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="ic" aria-label={t('close')} onClick={() => dismissNotice(id)}>
        <X size={16} />
      </button>
    </div>
  )
}

/** `children`: what stays until its cause is gone. */
export const Notices = ({ children }: { children?: ReactNode }) => {
  const notices = useNotices()
  const region = useRef<HTMLDivElement>(null)
  const any = notices.length > 0
  useEffect(() => {
    if (any) void import('./attended-notices.ts').then(({ attend }) => region.current && attend(region.current))
  }, [any])
  const [wrong, told] = [true, false].map((isWrong) =>
    notices
      .filter(({ kind }) => (kind === 'error') === isWrong)
      .map((notice) => <NoticeLine key={notice.id} notice={notice} />),
  )
  return (
    <div className="notices" ref={region}>
      {children}
      <div role="status">{told}</div>
      <div role="alert">{wrong}</div>
    </div>
  )
}
