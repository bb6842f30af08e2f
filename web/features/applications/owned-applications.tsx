// an owner changes who owns an application, whatever other role they have: the way there for those who pass the
// gate of the administration and have no list of applications.
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applications, type OwnedApplication } from '#contract/applications.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { Tags } from './app-cells.tsx'
import { AppMark } from './app-mark.tsx'
import { OwnersDialog } from './owners-dialog.tsx'
import './applications.css'

const Name = ({ application }: { application: OwnedApplication }) => (
  <span className="cell-two">
    <AppMark application={application} size={34} />
    <span>
      <b>{application.displayName}</b>
      <small>{application.name}</small>
    </span>
  </span>
)

const useList = (open: (application: OwnedApplication) => void): ListDef<OwnedApplication> => {
  const { t } = useTranslation('applications')
  return {
    id: 'owned-applications',
    title: t('ownedTitle'),
    description: t('ownedText'),
    embedded: true,
    list: applications.owned,
    rowKey: ({ id }) => String(id),
    rowLabel: ({ displayName }) => displayName,
    defaultSort: 'displayName asc',
    stacks: true,
    columns: [
      { key: 'displayName', title: t('application'), cell: (row) => <Name application={row} /> },
      {
        key: 'owners',
        title: t('owners'),
        sortable: false,
        cell: ({ owners }) => <Tags words={owners.map(({ displayName }) => displayName)} most={2} />,
      },
    ],
    actions: [{ id: 'owners', label: t('changeOwners'), icon: <UsersRound size={16} />, run: open }],
    empty: { title: t('noApplications') },
  }
}

/** The row as it was opened, until it is read as it is now: just after a save the list still shows it as before. */
const Owners = ({ opened, onClose }: { opened: OwnedApplication; onClose: () => void }) => {
  const { data } = useRead(applications.owned, { query: { filter: `id eq ${opened.id}`, take: '1' } })
  const now = data?.items[0]
  const newer = now && now.modifiedOn > opened.modifiedOn
  return <OwnersDialog application={newer ? now : opened} onClose={onClose} />
}

export const OwnedApplications = () => {
  const [opened, open] = useState<OwnedApplication>()
  const list = useList(open)
  const { data } = useRead(applications.owned, { query: { take: '0' } }, { previous: true })
  if (!data?.count) return null
  return (
    <>
      <EntityTable list={list} />
      {opened && <Owners opened={opened} onClose={() => open(undefined)} />}
    </>
  )
}
