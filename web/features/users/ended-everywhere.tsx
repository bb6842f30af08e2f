// Where the account of somebody who was locked or deleted was ended: a receipt of each application.
import { CircleAlert, CircleCheck, CircleSlash, DoorClosed, Hourglass, RotateCcw } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import { type Deprovisioning, deprovisioning, type EndReceipt } from '#contract/deprovisioning.ts'
import { under } from '#web/lib/base.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import './ended-everywhere.css'
import { tip } from '#web/ui/tip.tsx'

const everyMilliseconds = 3000

const looks = {
  answered: { look: 'st ok', Icon: CircleCheck },
  waiting: { look: 'st warn', Icon: Hourglass },
  failed: { look: 'st error', Icon: CircleAlert },
  untold: { look: 'st', Icon: CircleSlash },
} as const

/** With a digit after the comma, as the page writes numbers. */
const secondsBetween = (from: string, to: string, language: string) =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 1 }).format(
    Math.max(0, new Date(to).getTime() - new Date(from).getTime()) / 1000,
  )

const useSaid = (endedOn: string) => {
  const { t, i18n } = useTranslation('users')
  return ({ state, answeredOn }: EndReceipt) => {
    if (state === 'answered' && answeredOn)
      return t('endAnswered', { seconds: secondsBetween(endedOn, answeredOn, i18n.language) })
    if (state === 'waiting') return t('endWaiting')
    return t(state === 'untold' ? 'endUntold' : 'endFailed')
  }
}

const Receipt = ({ receipt, endedOn }: { receipt: EndReceipt; endedOn: string }) => {
  const { t } = useTranslation('users')
  const said = useSaid(endedOn)
  const { look, Icon } = looks[receipt.state]
  const { name, applicationId, channel, attempts, status, failure, toldOn } = receipt
  const details = [
    channel === 'logout' && t('byLogout'),
    channel === 'webhook' && t('byWebhook'),
    attempts > 1 && t('endAttempts', { count: attempts }),
    status ?? (failure && t('endNotReached', { code: failure })),
  ].filter(Boolean)
  return (
    <li>
      <div>
        {applicationId === null ? (
          <b>{name}</b>
        ) : (
          <AppLink href={under(`admin/applications/${applicationId}`)}>{name}</AppLink>
        )}
        <small {...tip(toldOn ? formatMoment(toldOn) : undefined)}>{details.join(' · ')}</small>
      </div>
      <span className={look}>
        <Icon size={14} aria-hidden="true" />
        {said(receipt)}
      </span>
    </li>
  )
}

const Again = ({ userId }: { userId: string }) => {
  const { t } = useTranslation('users')
  const again = useWrite(deprovisioning.tellAgain)
  const tell = () =>
    again
      .mutateAsync({ params: { id: userId } })
      .then(() => showNotice({ kind: 'success', title: t('toldAgain') }))
      .catch((error: unknown) => showFailure(t('notToldAgain'), error))
  return (
    <Button className="b sm" off={again.isPending} onClick={() => void tell()}>
      <RotateCcw size={15} aria-hidden="true" />
      {t('tellAgain')}
    </Button>
  )
}

const isOpen = (ended: Deprovisioning | null | undefined) =>
  ended?.receipts.some(({ state }) => state === 'waiting') ?? false

const Ended = ({ userId, ended }: { userId: string; ended: Deprovisioning }) => {
  const { t } = useTranslation('users')
  const { cause, endedOn, sessions, receipts } = ended
  return (
    <section className="card ended" aria-labelledby="ended-everywhere">
      <header>
        <DoorClosed size={18} aria-hidden="true" />
        <div>
          <h2 id="ended-everywhere">{t('endedEverywhere')}</h2>
          <p>
            {t(cause === 'deleted' ? 'endedDeleted' : 'endedLocked', { when: formatMoment(endedOn) })} ·{' '}
            {t('portalSessions', { count: sessions })}
          </p>
        </div>
        {receipts.some(({ state }) => state === 'failed') && <Again userId={userId} />}
      </header>
      {receipts.length === 0 && <p className="mut">{t('nothingEnded')}</p>}
      <ul>
        {receipts.map((receipt) => (
          <Receipt key={receipt.id} receipt={receipt} endedOn={endedOn} />
        ))}
      </ul>
    </section>
  )
}

/** Nothing, where the account never ended. */
export const EndedEverywhere = ({ userId }: { userId: string }) => {
  const may = useMay(deprovisioning.ofUser)
  const first = useRead(deprovisioning.ofUser, { params: { id: userId } }, { when: may })
  const waits = isOpen(first.data?.latest)
  useRead(deprovisioning.ofUser, { params: { id: userId } }, { when: may && waits, every: everyMilliseconds })
  const ended = first.data?.latest
  return ended ? <Ended userId={userId} ended={ended} /> : null
}
