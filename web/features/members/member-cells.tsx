// The cells of the members' list.
import { useTranslation } from 'react-i18next'
import { type Member } from '#contract/members.ts'
import { type RoleEntry } from '#contract/role-entry.ts'
import { useParts } from '#web/lib/parts.tsx'
import { under } from '#web/lib/base.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { InheritedChip, OwnChip, TypeWord } from './chips.tsx'
import { byApplication, isOwn, type Tenant, type Titles } from './rules.ts'
import { usePastDay } from './use-why-fixed.ts'
import { tip } from '#web/ui/tip.tsx'

const mostApplications = 4

/** Of a person, as they stand today. */
const Why = ({
  role: { roleId, roleName, applicationName },
  member: { identityType, identityId, displayName },
  tenant,
}: {
  role: RoleEntry
  member: Member
  tenant: Tenant
}) => {
  const { WhyButton } = useParts()
  const past = usePastDay()
  if (!WhyButton || past || identityType !== 'User') return null
  return (
    <WhyButton
      user={{ id: identityId, displayName }}
      tenant={tenant}
      role={{ id: roleId, name: roleName, applicationName }}
    />
  )
}

const Line = ({ roles, titles, member, tenant }: CellProps & { roles: readonly RoleEntry[] }) => {
  const [first] = roles
  if (!first) return null
  const title = titles.get(first.applicationId) ?? first.applicationName
  return (
    <li className="ag">
      <span className="ag-app">
        <AppIcon app={{ id: first.applicationId, title }} size={20} />
        <i>{title}</i>
      </span>
      <span className="rcs">
        {roles.map((role) => (
          <span key={role.roleId} className="rc-why">
            {isOwn(role) ? <OwnChip role={role} /> : <InheritedChip role={role} />}
            <Why role={role} member={member} tenant={tenant} />
          </span>
        ))}
      </span>
    </li>
  )
}

type CellProps = { member: Member; tenant: Tenant; titles: Titles }

export const RolesCell = (cell: CellProps) => {
  const { t } = useTranslation('members')
  const {
    member: { roles = [] },
    titles,
  } = cell
  const lines = byApplication(roles)
  if (lines.length === 0) return <span className="mut">{t('noRoles')}</span>
  const more = lines.slice(mostApplications)
  const names = more.flatMap(([role]) => (role ? (titles.get(role.applicationId) ?? role.applicationName) : []))
  return (
    <ul className="ags">
      {lines.slice(0, mostApplications).map((line) => (
        <Line key={line[0]?.applicationId} roles={line} {...cell} />
      ))}
      {more.length > 0 && (
        <li className="mut" {...tip(names.join(', '))}>
          {t('moreApplications', { count: more.length })}
        </li>
      )}
    </ul>
  )
}

export const TypeCell = ({ member }: { member: Member }) => {
  const { t } = useTranslation('members')
  const { inheritedFrom } = member
  return (
    <span className="type-cell">
      <TypeWord type={member.hierarchyType} />
      {inheritedFrom && (
        <small>
          {t('from')}{' '}
          <AppLink href={under(`admin/tenants/${inheritedFrom.tenantId}?tab=members`)}>
            {inheritedFrom.tenantName}
          </AppLink>
        </small>
      )}
    </span>
  )
}
