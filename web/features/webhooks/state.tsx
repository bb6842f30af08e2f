// How a webhook is doing, and why the server disabled it.
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Delivery } from '#contract/webhook-deliveries.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { formatMoment } from '#web/lib/format.ts'
import { daysUntil } from '#web/lib/relative-time.ts'
import { WithDates } from '#web/ui/with-dates.tsx'

const looks = {
  active: { look: 'st ok', Icon: CircleCheck },
  failing: { look: 'st warn', Icon: CircleAlert },
  disabled: { look: 'st', Icon: CircleSlash },
  delivered: { look: 'st ok', Icon: CircleCheck },
  waiting: { look: 'st warn', Icon: CircleAlert },
  failed: { look: 'st error', Icon: CircleSlash },
} as const

const Pill = ({ state }: { state: keyof typeof looks }) => {
  const { t } = useTranslation('webhooks')
  const { look, Icon } = looks[state]
  return (
    <span className={look}>
      <Icon size={14} aria-hidden="true" />
      {t(state)}
    </span>
  )
}

const stateOf = ({ enabled, failingSince }: Webhook) => {
  if (!enabled) return 'disabled'
  return failingSince ? 'failing' : 'active'
}

export const State = ({ webhook }: { webhook: Webhook }) => <Pill state={stateOf(webhook)} />

export const DeliveryState = ({ delivery }: { delivery: Delivery }) => <Pill state={delivery.state} />

/** What whoever looks after it should know. */
export const Trouble = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { disabledBecause, failingSince, enabled, formerSignsUntil } = webhook
  const until = formerSignsUntil !== null && daysUntil(formerSignsUntil) > 0
  return (
    <>
      {disabledBecause && (
        <p className="wh-said error" role="note">
          <CircleAlert size={16} aria-hidden="true" />
          {t(disabledBecause === 'gone' ? 'disabledGone' : 'disabledFailing')}
        </p>
      )}
      {enabled && failingSince && (
        <p className="wh-said warn" role="note">
          <CircleAlert size={16} aria-hidden="true" />
          <WithDates text={t('failingSince', { when: formatMoment(failingSince) })} />
        </p>
      )}
      {until && (
        <p className="wh-said" role="note">
          <WithDates text={t('previousUntil', { when: formatMoment(formerSignsUntil) })} />
        </p>
      )}
    </>
  )
}
