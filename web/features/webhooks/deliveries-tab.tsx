// What a webhook was sent in the last 30 days, or waits to be; each is opened, and sent again.
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Delivery, deliveryStates } from '#contract/webhook-deliveries.ts'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { call } from '#web/lib/client.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useEventName } from '#web/lib/use-event-name.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { SendFailedAgain } from './send-failed-again.tsx'
import { DeliveryState } from './state.tsx'
import { useAnswerText } from './use-answer-text.ts'

/** Of what waits. */
const everyMilliseconds = 5000

const useColumns = (): ListDef<Delivery>['columns'] => {
  const { t } = useTranslation('webhooks')
  const name = useEventName()
  const answerText = useAnswerText()
  return [
    {
      key: 'eventType',
      title: t('event'),
      cell: ({ eventType }) => (
        <span className="wh-name">
          <b>{name.whole(eventType)}</b>
          <small>{eventType}</small>
        </span>
      ),
    },
    {
      key: 'createdOn',
      title: t('date'),
      width: 190,
      cell: ({ createdOn }) => (
        <time className="num" dateTime={createdOn}>
          {formatMoment(createdOn)}
        </time>
      ),
    },
    { key: 'state', title: t('state'), width: 150, cell: (delivery) => <DeliveryState delivery={delivery} /> },
    {
      key: 'attempts',
      title: t('attempts'),
      width: 110,
      hideBelow: 1024,
      align: 'end',
      cell: ({ attempts }) => <span className="num">{attempts}</span>,
    },
    {
      key: 'lastStatus',
      title: t('answer'),
      width: 220,
      hideBelow: 1024,
      cell: ({ lastStatus: status, lastFailure: failure }) => (
        <span className="mut">{answerText({ status, failure })}</span>
      ),
    },
  ]
}

export const DeliveriesTab = ({ webhook }: { webhook: Webhook }) => {
  const { id, enabled } = webhook
  const { t } = useTranslation('webhooks')
  const name = useEventName()
  const [opened, open] = useState<string>()
  const list: ListDef<Delivery> = {
    id: 'webhook-deliveries',
    title: t('deliveries'),
    embedded: 'sole',
    list: webhooks.deliveries,
    params: { id },
    rowKey: (delivery) => delivery.id,
    rowLabel: ({ eventType }) => name.whole(eventType),
    defaultSort: 'createdOn desc',
    columns: useColumns(),
    stacks: true,
    filters: [
      {
        key: 'state',
        label: t('state'),
        kind: 'multi',
        options: deliveryStates.map((state) => ({ value: state, label: t(state) })),
      },
    ],
    tools: <SendFailedAgain webhook={webhook} every={everyMilliseconds} />,
    current: opened,
    onOpen: (delivery) => open(delivery.id),
    actions: [
      {
        id: 'again',
        label: t('sendAgain'),
        icon: <RotateCcw size={16} aria-hidden="true" />,
        may: webhooks.sendAgain,
        when: () => enabled || t('disabled'),
        run: (delivery) => call(webhooks.sendAgain, { params: { id: delivery.id } }),
        done: () => t('sentAgain'),
      },
    ],
    live: (changed) => {
      const timer = setInterval(changed, everyMilliseconds)
      return () => clearInterval(timer)
    },
    empty: { title: t('noDeliveries'), hint: t('noDeliveriesHint') },
  }
  return (
    <>
      <EntityTable list={list} />
      {opened && <DeliveryDrawer id={opened} enabled={enabled} onClose={() => open(undefined)} />}
    </>
  )
}
