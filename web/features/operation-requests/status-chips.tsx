// R2.6-29: one status, or all of them, each with how many there are.
import { useTranslation } from 'react-i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import { RequestStatus } from '#contract/operation-requests.ts'

type Props = {
  counts: Readonly<Record<RequestStatus, number>> | undefined
  status: RequestStatus | undefined
  onChange: (status: RequestStatus | undefined) => void
}

const order = [undefined, 'WaitingForApprover', 'Applied', 'Rejected', 'Cancelled', 'RollBack'] as const

export const StatusChips = ({ counts, status, onChange }: Props) => {
  const { t, i18n } = useTranslation('operation-requests')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const of = (one: RequestStatus | undefined) =>
    counts && (one ? counts[one] : Object.values(counts).reduce((sum, count) => sum + count, 0))
  return (
    <div className="rq-chips" role="group" aria-label={t('byStatus')}>
      {order.map((one) => {
        const count = of(one)
        return (
          <button
            key={one ?? 'all'}
            type="button"
            className={`rq-chip${one === status ? ' on' : ''}`}
            aria-pressed={one === status}
            onClick={() => onChange(one)}
          >
            {t(one ?? 'all')} <span className="num">{count !== undefined && number.format(count)}</span>
          </button>
        )
      })}
    </div>
  )
}
