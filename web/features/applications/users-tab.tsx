// Who uses an application, with the names of their roles in it (R2.5-35, R2.5-37).
import { SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { applicationAccess, type ApplicationUserWithRoles } from '#contract/application-access.ts'
import type { Application } from '#contract/applications.ts'
import { useParts } from '#web/lib/parts.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { applicationPath, nameOf, PersonCell, usePlace } from './app-cells.tsx'
import { tip } from '#web/ui/tip.tsx'

const mostRoles = 3

/** Each with the way to its reason, at the tenant that gives it. */
const RolesOf = ({
  user: { id, roleEntries, ...user },
  application,
}: {
  user: ApplicationUserWithRoles
  application: Application
}) => {
  const { WhyButton } = useParts()
  const placeOf = usePlace()
  const more = roleEntries.slice(mostRoles)
  return (
    <span className="ap-tags" {...tip(user.roles.join(', '))}>
      {roleEntries.slice(0, mostRoles).map((role) => (
        <span key={role.id} className="ap-held">
          <span className="tag">{role.name}</span>
          {WhyButton && (
            <WhyButton
              user={{ id, displayName: nameOf(user) }}
              tenant={placeOf(role.tenant)}
              role={{ id: role.id, name: role.name, applicationName: application.name }}
            />
          )}
        </span>
      ))}
      {more.length > 0 && <span className="tag">+{more.length}</span>}
    </span>
  )
}

export const UsersTab = ({ application }: { application: Application }) => {
  const { t } = useTranslation('applications')
  const href = ({ id }: ApplicationUserWithRoles) => `${applicationPath(application.id)}/users/${id}`
  const list: ListDef<ApplicationUserWithRoles> = {
    id: 'application-users',
    title: t('users'),
    description: t('usersText'),
    embedded: true,
    list: applicationAccess.usersWithRoles,
    params: { id: application.id },
    rowKey: ({ id }) => id,
    rowLabel: ({ userName }) => userName,
    columns: [
      { key: 'userName', title: t('user'), cell: (user) => <PersonCell person={user} href={href(user)} /> },
      { key: 'email', title: t('email'), hideBelow: 1280 },
      {
        key: 'roles',
        title: t('roles'),
        sortable: false,
        width: 260,
        cell: (user) => <RolesOf user={user} application={application} />,
      },
    ],
    actions: [{ id: 'open', label: t('openAccess'), icon: <SquarePen size={16} />, run: () => {}, href }],
    defaultSort: 'userName asc',
    empty: { title: t('noUsers'), hint: t('noUsersHint') },
  }
  return <EntityTable list={list} />
}
