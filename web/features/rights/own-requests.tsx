// What the person asked for so far, and where it stands.
import { useTranslation } from 'react-i18next'
import { type OwnRightsRequest, rights } from '#contract/rights.ts'
import { dayInWords } from '#web/lib/day.ts'
import { formatDate } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Deadline, State } from './deadline.tsx'

const Request = ({ request }: { request: OwnRightsRequest }) => {
  const { t } = useTranslation('rights')
  const { state, dueOn, daysLeft, answeredOn, extensionReason, reply } = request
  return (
    <li>
      <div className="rg-line">
        <State state={state} />
        <Deadline daysLeft={daysLeft} />
        <span className="sp" />
        <small className="mut">{t('sentOn', { day: formatDate(request.receivedOn) })}</small>
      </div>
      <b>{request.rightsToExcercise.map((name) => t(name)).join(', ')}</b>
      <small className="mut">
        {answeredOn ? t('answeredOn', { day: formatDate(answeredOn) }) : t('dueOn', { day: dayInWords(dueOn) })}
      </small>
      {extensionReason && !answeredOn && <p>{t('extended', { reason: extensionReason })}</p>}
      {reply && <p className="rg-text">{reply}</p>}
    </li>
  )
}

export const OwnRequests = () => {
  const { t } = useTranslation('rights')
  const own = useRead(rights.own)
  const items = own.data?.items ?? []
  return (
    <section className="card rg-card" aria-labelledby="rg-own">
      <h2 id="rg-own">{t('own')}</h2>
      {own.isError && <FailureAlert error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && items.length === 0 && <p className="mut">{t('ownNone')}</p>}
      <ul className="rg-own">
        {items.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  )
}
