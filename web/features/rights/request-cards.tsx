// What an officer sees of a request: what was asked, the documents, the clock, the reply and the history.
import { Download, FileText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { rights, type RightsDocument, type RightsRequestDetail } from '#contract/rights.ts'
import { under } from '#web/lib/base.ts'
import { call } from '#web/lib/client.ts'
import { dayInWords } from '#web/lib/day.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { showFailure } from '#web/lib/notices.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { WithDates } from '#web/ui/with-dates.tsx'
import { Deadline, State } from './deadline.tsx'
import { useSize } from './documents-field.tsx'

type Props = { request: RightsRequestDetail }

const Card = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="card rg-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Pair = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="rg-text">{children}</dd>
  </div>
)

const Account = ({ request: { userId, userName } }: Props) => {
  const { t } = useTranslation('rights')
  return userId ? (
    <AppLink href={under(`admin/users/${userId}`)}>{userName}</AppLink>
  ) : (
    <>{t('accountGone', { name: userName })}</>
  )
}

export const RequestedRights = ({ request }: Props) => {
  const { t } = useTranslation('rights')
  return (
    <Card title={t('asked')}>
      <dl className="rg-pairs">
        <Pair label={t('rightsShort')}>{request.rightsToExcercise.map((name) => t(name)).join(', ')}</Pair>
        <Pair label={t('email')}>{request.email}</Pair>
        <Pair label={t('account')}>
          <Account request={request} />
        </Pair>
        <Pair label={t('requestType')}>{t(`by${request.requestType}`)}</Pair>
        {request.representativeData && <Pair label={t('representativeData')}>{request.representativeData}</Pair>}
        <Pair label={t('requestDate')}>{dayInWords(request.requestDate)}</Pair>
        {request.requestDetails && <Pair label={t('requestDetails')}>{request.requestDetails}</Pair>}
      </dl>
    </Card>
  )
}

export const Documents = ({ request: { id, identificationDocuments } }: Props) => {
  const { t } = useTranslation('rights')
  const size = useSize()
  const download = async (document: RightsDocument) => {
    try {
      const file = await call(rights.document, { params: { id, documentId: document.id } })
      if (file instanceof File) saveFile(file)
    } catch (error) {
      showFailure(t('errors:failedAction'), error)
    }
  }
  return (
    <Card title={t('documents')}>
      {identificationDocuments.length === 0 && <p className="mut">{t('noDocuments')}</p>}
      <ul className="rg-files">
        {identificationDocuments.map((document) => (
          <li key={document.id}>
            <FileText size={16} aria-hidden="true" />
            <span>{document.name}</span>
            <small>{size(document.size)}</small>
            <button
              type="button"
              className="ic s"
              aria-label={t('download', { name: document.name })}
              onClick={() => void download(document)}
            >
              <Download size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const Reply = ({ request: { reply, answeredOn } }: Props) => {
  const { t } = useTranslation('rights')
  if (!reply) return null
  return (
    <Card title={t('reply')}>
      <p className="mut">
        <WithDates text={t('answeredOn', { day: formatDate(answeredOn) })} />
      </p>
      <p className="rg-text">{reply}</p>
    </Card>
  )
}

export const Clock = ({ request }: Props) => {
  const { t } = useTranslation('rights')
  return (
    <Card title={t('due')}>
      <div className="rg-line rg-state">
        <State state={request.state} />
        <Deadline daysLeft={request.daysLeft} />
      </div>
      <dl className="rg-pairs">
        <Pair label={t('received')}>{formatDate(request.receivedOn)}</Pair>
        <Pair label={t('due')}>{dayInWords(request.dueOn)}</Pair>
        {request.extensionReason && <Pair label={t('reason')}>{request.extensionReason}</Pair>}
      </dl>
    </Card>
  )
}

export const History = ({ request: { history } }: Props) => {
  const { t } = useTranslation('rights')
  return (
    <Card title={t('history')}>
      <ol className="rg-steps">
        {history.map(({ at, by, step }) => (
          <li key={`${at} ${step}`}>
            <b>{t(`step-${step}`)}</b>
            <small className="mut">
              {formatMoment(at)} · {by ?? t('system')}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  )
}
