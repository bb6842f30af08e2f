// One delivery: what is sent, each attempt, and the way to send it once more.
import { RotateCcw, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Attempt, OpenedDelivery } from '#contract/webhook-deliveries.ts'
import { webhooks } from '#contract/webhooks.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useEventName } from '#web/lib/use-event-name.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'
import { DeliveryState } from './state.tsx'
import { useAnswerText } from './use-answer-text.ts'

const everyMilliseconds = 2000

const AttemptMade = ({ attempt: { number, at, milliseconds, status, failure, answer } }: { attempt: Attempt }) => {
  const { t } = useTranslation('webhooks')
  const answerText = useAnswerText()
  return (
    <li>
      <div>
        <b>{t('attempt', { number })}</b>
        <span className="mut">
          <time dateTime={at}>{formatMoment(at)}</time> · {t('took', { count: milliseconds })}
        </span>
        <span className={status !== null && status < 300 ? 'st ok' : 'st error'}>
          {answerText({ status, failure })}
        </span>
      </div>
      {answer && <pre tabIndex={0}>{answer}</pre>}
    </li>
  )
}

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

const Opened = ({ delivery }: { delivery: OpenedDelivery }) => {
  const { t } = useTranslation('webhooks')
  return (
    <div className="wh-delivery">
      <p>
        <DeliveryState delivery={delivery} />
      </p>
      <h3>{t('attempts')}</h3>
      {delivery.attemptsMade.length === 0 && <p className="mut">{t('noAttempts')}</p>}
      <ol>
        {delivery.attemptsMade.map((attempt) => (
          <AttemptMade key={attempt.number} attempt={attempt} />
        ))}
      </ol>
      <h3>{t('body')}</h3>
      {delivery.body === null ? (
        <p className="mut">{t('bodyGone')}</p>
      ) : (
        <pre tabIndex={0}>{indented(delivery.body)}</pre>
      )}
      <p className="mut">
        {t('messageId')} <code>{delivery.id}</code>
      </p>
    </div>
  )
}

type Props = { id: string; enabled: boolean; onClose: () => void }

export const DeliveryDrawer = ({ id, enabled, onClose }: Props) => {
  const { t } = useTranslation('webhooks')
  const name = useEventName()
  const { data, error, refetch } = useRead(webhooks.delivery, { params: { id } }, { every: everyMilliseconds })
  const again = useWrite(webhooks.sendAgain)
  const send = () =>
    again
      .mutateAsync({ params: { id } })
      .then(() => showNotice({ kind: 'success', title: t('sentAgain') }))
      .catch((error: unknown) => showFailure(t('notSent'), error))
  return (
    <Drawer
      title={data ? name.whole(data.eventType) : t('delivery')}
      picture={<Send size={20} aria-hidden="true" />}
      side="right"
      width={620}
      onClose={onClose}
      footer={
        <ReasonedButton className="b pri" reason={enabled ? undefined : t('disabled')} onClick={() => void send()}>
          <RotateCcw size={16} aria-hidden="true" />
          {t('sendAgain')}
        </ReasonedButton>
      }
    >
      {data && <Opened delivery={data} />}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
    </Drawer>
  )
}
