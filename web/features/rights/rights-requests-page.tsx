// /admin/rights: the requests of people, for the data-protection officer.
import { SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type RightsRequest, rights } from '#contract/rights.ts'
import { under } from '#web/lib/base.ts'
import { dayInWords } from '#web/lib/day.ts'
import { formatDate } from '#web/lib/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { Deadline, State } from './deadline.tsx'
import './rights.css'

const pathOf = ({ id }: Pick<RightsRequest, 'id'>) => under(`admin/rights/${id}`)

export const RightsRequestsPage = () => {
  const { t } = useTranslation('rights')
  const list: ListDef<RightsRequest> = {
    id: 'rights',
    title: t('list'),
    description: t('listText'),
    list: rights.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ fullName }) => fullName,
    defaultSort: 'dueOn asc',
    filters: [{ kind: 'switch', key: 'overdue', label: t('onlyOverdue') }],
    columns: [
      {
        key: 'fullName',
        title: t('person'),
        cell: (request) => (
          <span className="cell-two">
            <span>
              <AppLink href={pathOf(request)}>
                <b>{request.fullName}</b>
              </AppLink>
              <small>{request.email}</small>
            </span>
          </span>
        ),
      },
      {
        key: 'rightsToExcercise',
        title: t('rightsShort'),
        sortable: false,
        hideBelow: 1024,
        cell: ({ rightsToExcercise }) => rightsToExcercise.map((name) => t(name)).join(', '),
      },
      {
        key: 'state',
        title: t('state'),
        width: 150,
        filter: (['Received', 'InWork', 'Answered'] as const).map((state) => ({ value: state, label: t(state) })),
        cell: ({ state }) => <State state={state} />,
      },
      {
        key: 'receivedOn',
        title: t('received'),
        width: 130,
        hideBelow: 1280,
        cell: ({ receivedOn }) => <span className="num">{formatDate(receivedOn)}</span>,
      },
      {
        key: 'dueOn',
        title: t('due'),
        width: 256,
        cell: ({ dueOn, daysLeft }) => (
          <span className="rg-line">
            <span className="num">{dayInWords(dueOn)}</span>
            <Deadline daysLeft={daysLeft} />
          </span>
        ),
      },
    ],
    actions: [{ id: 'open', label: t('open'), icon: <SquarePen size={16} />, run: () => {}, href: pathOf }],
    stacks: true,
    empty: { title: t('listNone'), hint: t('listNoneHint') },
  }
  return <EntityTable list={list} />
}
