// What a decision, or an undo, changes in effective access, as the server tried it.
import { Minus, Plus, TriangleAlert } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Evidence, type RequestPreview, requestReview } from '#contract/request-review.ts'
import { call } from '#web/lib/client.ts'
import { resourceOf } from '#web/lib/use-endpoint.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

type Change = RequestPreview['changes'][number]

const Line = ({ change, unusual }: { change: Change; unusual: boolean }) => {
  const { t } = useTranslation('operation-requests')
  const gains = change.change === 'Gains'
  return (
    <li className={gains ? 'gains' : 'loses'}>
      <span className="rq-sign" role="img" aria-label={t(gains ? 'gains' : 'loses')}>
        {gains ? <Plus size={14} aria-hidden="true" /> : <Minus size={14} aria-hidden="true" />}
      </span>
      <AppIcon app={{ id: change.applicationId, title: change.applicationTitle }} size={22} />
      <span>
        {change.applicationTitle} <b>{change.roleName}</b>
      </span>
      {change.people > 1 && <span className="mut">{t('people', { count: change.people })}</span>}
      {unusual && (
        <span className="st warn">
          <TriangleAlert size={13} aria-hidden="true" />
          {t('unusual')}
        </span>
      )}
    </li>
  )
}

/** It writes nothing, so it is asked like any read: again after each decision. */
const usePreview = (id: string) =>
  useQuery({
    queryKey: [resourceOf(requestReview.preview), requestReview.preview.path, id],
    queryFn: ({ signal }) => call(requestReview.preview, { params: { id }, signal }),
  })

type Props = { id: string; title: string; evidence?: Evidence | undefined }

const Counts = ({ changes }: { changes: readonly Change[] }) => {
  const { t } = useTranslation('operation-requests')
  const [gains, loses] = (['Gains', 'Loses'] as const).map(
    (kind) => changes.filter(({ change }) => change === kind).length,
  )
  const words = [gains && t('added', { count: gains }), loses && t('removed', { count: loses })]
  return <span className="mut">{words.filter(Boolean).join(', ')}</span>
}

const Preview = ({ preview, evidence }: { preview: RequestPreview; evidence: Evidence | undefined }) => {
  const { t } = useTranslation('operation-requests')
  const unusual = new Set(evidence?.colleagues?.roles.filter((role) => role.unusual).map(({ roleId }) => roleId))
  if (preview.failure)
    return (
      <p className="alert warn" role="alert">
        {t('wouldFail', { reason: preview.failure })}
      </p>
    )
  if (preview.changes.length === 0)
    return <p className="mut">{t(evidence?.requested.length === 0 ? 'noRoleAsked' : 'nothingChanges')}</p>
  return (
    <ul className="rq-changes">
      {preview.changes.map((change) => (
        <Line
          key={`${change.change} ${change.roleId}`}
          change={change}
          unusual={change.change === 'Gains' && unusual.has(change.roleId)}
        />
      ))}
    </ul>
  )
}

export const Changes = ({ id, title, evidence }: Props) => {
  const { t } = useTranslation('operation-requests')
  const { data, error, refetch } = usePreview(id)
  return (
    <section className="rq-part">
      <header>
        <h3>{title}</h3>
        {data && <Counts changes={data.changes} />}
      </header>
      {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">{t('loading')}</p>}
      {data && <Preview preview={data} evidence={evidence} />}
    </section>
  )
}
