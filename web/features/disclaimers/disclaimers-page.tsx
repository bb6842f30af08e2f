// R2.6-14 … R2.6-16: what somebody accepted, and what they have not accepted yet.
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { disclaimers, type OwnDisclaimer } from '#contract/disclaimers.ts'
import { hub } from '#contract/hub.ts'
import { resourceOf, useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { labelled } from '#web/lib/labelled.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import './disclaimers.css'

/** R9-03 */
const all = { take: '9999' }

const two = (value: number) => String(value).padStart(2, '0')

/** DD/MM/yyyy h:mm:ss a (R2.6-15) */
export const acceptedDate = (moment: string) => {
  const date = new Date(moment)
  const day = `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
  const hours = date.getHours()
  const time = `${hours % 12 || 12}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  return `${day} ${time} ${hours < 12 ? 'am' : 'pm'}`
}

const Disclaimer = ({ disclaimer, onAccept }: { disclaimer: OwnDisclaimer; onAccept: () => void }) => {
  const { t } = useTranslation('disclaimers')
  const { appInfoId, displayAppName, appName, privateUrl, onAcceptedDate, text } = disclaimer
  return (
    <li className="card">
      <AppIcon app={{ id: appInfoId, title: displayAppName }} />
      <div className="di-text">
        <b>{displayAppName}</b>
        {privateUrl ? <AppLink href={privateUrl}>{privateUrl}</AppLink> : <span className="mut">{appName}</span>}
        {onAcceptedDate && (
          <details>
            <summary>{t('read')}</summary>
            <p>{text}</p>
          </details>
        )}
      </div>
      {onAcceptedDate ? (
        <span className="st ok">
          <CircleCheck size={15} aria-hidden="true" />
          {t('accepted', { date: acceptedDate(onAcceptedDate) })}
        </span>
      ) : (
        <button type="button" className="b pri" aria-label={labelled(t('accept'), displayAppName)} onClick={onAccept}>
          {t('accept')}
        </button>
      )}
    </li>
  )
}

const Question = ({ disclaimer, onClose }: { disclaimer: OwnDisclaimer; onClose: () => void }) => {
  const { t } = useTranslation('disclaimers')
  const { appInfoId: id, modifiedOn, text, displayAppName } = disclaimer
  const accept = useWrite(disclaimers.accept)
  const answers = useQueryClient()
  const run = async () => {
    await accept.mutateAsync({ params: { id }, query: { modifiedOn } })
    // The hub says which applications still ask.
    for (const endpoint of [disclaimers.own, hub.homeInfo])
      void answers.invalidateQueries({ queryKey: [resourceOf(endpoint)] })
  }
  const body = (
    <>
      <p>
        <b>{displayAppName}</b>
      </p>
      <p className="di-read">{text}</p>
      <p className="mut">{t('finally')}</p>
    </>
  )
  return <Confirm title={t('confirm')} body={body} ok={t('accept')} run={run} onClose={onClose} />
}

export const DisclaimersPage = () => {
  const { t } = useTranslation('disclaimers')
  const own = useRead(disclaimers.own, { query: all })
  const [asked, ask] = useState<number>()
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  const items = own.data?.items ?? []
  const open = items.find(({ appInfoId, accepted }) => appInfoId === asked && !accepted)
  return (
    <div className="di">
      <ContentHeader title={t('title')} subtitle={t('subtitle')} />
      {own.isError && <FailureAlert error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && items.length === 0 && <p className="card di-none">{t('none')}</p>}
      <ul>
        {items.map((disclaimer) => (
          <Disclaimer key={disclaimer.appInfoId} disclaimer={disclaimer} onAccept={() => ask(disclaimer.appInfoId)} />
        ))}
      </ul>
      {open && <Question disclaimer={open} onClose={() => ask(undefined)} />}
    </div>
  )
}
