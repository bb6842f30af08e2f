// Over everything, as long as a God impersonates somebody: whom, until when, and the way back.
import { Eye } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { impersonation } from '#contract/impersonation.ts'
import { addressOf } from '#web/lib/client.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { displayName } from '#web/lib/session/identity.ts'
import { useMe, usePortal } from '#web/lib/session/portal-context.ts'
import './impersonation-bar.css'

const time = (seconds: number, language: string) =>
  new Date(seconds * 1000).toLocaleTimeString(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

const Bar = () => {
  const { t, i18n } = useTranslation('impersonation')
  const me = useMe()
  const { session } = usePortal()
  return (
    <aside className="impersonation-bar" aria-label={t('label')}>
      <Eye size={18} aria-hidden="true" />
      <p>
        <b>{t('as', { name: displayName(me) })}</b> <span>{t('hint', { time: time(me.exp_time, i18n.language) })}</span>
      </p>
      <button type="button" className="b" onClick={() => void session.switchAt(addressOf(impersonation.end))}>
        {t('stop')}
      </button>
    </aside>
  )
}

export const ImpersonationBar = () => {
  const [ready, setReady] = useState(false)
  useEffect(() => void addTexts('impersonation').then(() => setReady(true)), [])
  return ready && <Bar />
}
