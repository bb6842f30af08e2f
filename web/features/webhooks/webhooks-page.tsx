// /admin/webhooks: the addresses that are told of events, and how they are doing.
import { Send, SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { under } from '#web/lib/base.ts'
import { call } from '#web/lib/client.ts'
import { formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { AppLink, useGo } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { State } from './state.tsx'
import './webhooks.css'

const home = under('admin/webhooks')

const Name = ({ webhook: { id, name, url } }: { webhook: Webhook }) => (
  <span className="wh-name">
    <AppLink href={`${home}/${id}`}>{name}</AppLink>
    <small data-tip={url}>{url}</small>
  </span>
)

const useColumns = (): ListDef<Webhook>['columns'] => {
  const { t } = useTranslation('webhooks')
  return [
    { key: 'name', title: t('name'), cell: (webhook) => <Name webhook={webhook} /> },
    {
      key: 'eventTypes',
      title: t('events'),
      width: 110,
      sortable: false,
      hideBelow: 768,
      align: 'end',
      cell: ({ eventTypes }) => <span className="num">{eventTypes.length}</span>,
    },
    {
      key: 'state',
      title: t('state'),
      width: 160,
      sortable: false,
      cell: (webhook) => <State webhook={webhook} />,
    },
    {
      key: 'lastDeliveredOn',
      title: t('lastDelivered'),
      width: 170,
      hideBelow: 1024,
      cell: ({ lastDeliveredOn: at }) =>
        at ? (
          <time className="num" dateTime={at} data-tip={formatMoment(at)}>
            {relativeTime(at)}
          </time>
        ) : (
          <span className="mut">{t('never')}</span>
        ),
    },
  ]
}

export const WebhooksPage = () => {
  const { t } = useTranslation('webhooks')
  const go = useGo()
  const list: ListDef<Webhook> = {
    id: 'webhooks',
    title: t('title'),
    description: t('subtitle'),
    list: webhooks.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ name }) => name,
    defaultSort: 'name asc',
    columns: useColumns(),
    stacks: true,
    add: { label: t('new'), may: webhooks.create, open: () => go(`${home}/new`) },
    actions: [
      {
        id: 'open',
        label: t('open'),
        icon: <SquarePen size={16} aria-hidden="true" />,
        run: () => {},
        href: ({ id }) => `${home}/${id}`,
      },
      {
        id: 'test',
        label: t('sendTest'),
        icon: <Send size={16} aria-hidden="true" />,
        may: webhooks.sendTest,
        when: ({ enabled }) => enabled || t('disabled'),
        run: ({ id }) => call(webhooks.sendTest, { params: { id } }),
        done: ({ name }) => t('testSent', { name }),
      },
    ],
    remove: {
      endpoint: webhooks.remove,
      params: ({ id }) => ({ id }),
      askMany: (count) => t('deleteMany', { count }),
      consequence: () => t('deleteConsequence'),
    },
    empty: { title: t('none'), hint: t('noneHint') },
  }
  return <EntityTable list={list} />
}
