// What the panel shows of one request.
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { type Evidence, requestReview } from '#contract/request-review.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { labelled } from '#web/lib/labelled.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Changes } from './changes.tsx'
import { Approvers, ColleaguesPart, RequestedPart, TodayPart } from './evidence.tsx'
import { When } from './request-columns.tsx'

/** Under the name: the address and the work position, or how many are in the group. */
const useLine = ({ email, identityType }: OperationRequest, evidence: Evidence | undefined) => {
  const { t } = useTranslation('operation-requests')
  const parts =
    identityType === 'Group'
      ? [t('group'), evidence && t('people', { count: evidence.people ?? 0 })]
      : [email, evidence?.jobTitle]
  return parts.filter(Boolean).join(' · ')
}

/** A sentence with a moment in it, which it marks by a NUL. */
const Dated = ({ sentence, moment, className }: { sentence: string; moment: string; className?: string }) => {
  const [before, after] = sentence.split('\u0000')
  return (
    <p className={className}>
      {before}
      <When moment={moment} />
      {after}
    </p>
  )
}

const Moments = ({ request }: { request: OperationRequest }) => {
  const { t } = useTranslation('operation-requests')
  const { createdByDisplayName: name, tenantName: tenant, createdOn, modificationDate } = request
  const when = '\u0000'
  return (
    <>
      <Dated sentence={t('askedBy', { name, tenant, when })} moment={createdOn} />
      {modificationDate !== createdOn && (
        <Dated className="mut" sentence={t('changedWhen', { when })} moment={modificationDate} />
      )}
    </>
  )
}

const Head = ({ request, evidence }: { request: OperationRequest; evidence: Evidence | undefined }) => {
  const { t } = useTranslation('operation-requests')
  const line = useLine(request, evidence)
  return (
    <div className="rq-head">
      <div className="rq-subject">
        <Avatar email={request.email ?? ''} name={request.displayName} size={46} soft />
        <div>
          <h2>{request.displayName}</h2>
          <p className="mut">{line}</p>
        </div>
      </div>
      <Moments request={request} />
      {request.note && (
        <blockquote className="rq-note" aria-label={t('note')}>
          {request.note}
        </blockquote>
      )}
      {request.reason && <p className="mut">{labelled(t('reason'), request.reason)}</p>}
    </div>
  )
}

const External = ({ of }: { of: OperationRequest['identityType'] }) => {
  const { t } = useTranslation('operation-requests')
  return (
    <div className="rq-external">
      <ShieldAlert size={18} aria-hidden="true" />
      <p>
        <b>{t(of === 'Group' ? 'externalGroupMark' : 'externalMark')}</b> {t('externalText')}
      </p>
    </div>
  )
}

const Evident = ({ request, evidence }: { request: OperationRequest; evidence: Evidence }) => {
  const { t } = useTranslation('operation-requests')
  const waits = request.status === 'WaitingForApprover'
  return (
    <>
      {!waits && <RequestedPart evidence={evidence} />}
      {waits && evidence.isInheritable && (
        <p className="rq-inherits">{t('inherits', { tenant: request.tenantName })}</p>
      )}
      <TodayPart request={request} evidence={evidence} />
      {evidence.colleagues && <ColleaguesPart colleagues={evidence.colleagues} />}
    </>
  )
}

export const PanelBody = ({ request }: { request: OperationRequest }) => {
  const { t } = useTranslation('operation-requests')
  const { data, error, refetch } = useRead(requestReview.evidence, { params: { id: request.id } })
  const waits = request.status === 'WaitingForApprover'
  return (
    <>
      <Head request={request} evidence={data} />
      {waits && request.external && <External of={request.identityType} />}
      {waits && <Changes id={request.id} title={t('whatChanges')} evidence={data} />}
      {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && <Evident request={request} evidence={data} />}
      {waits && <Approvers request={request} />}
    </>
  )
}
