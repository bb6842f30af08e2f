// The cells of a tenant where an identity has something.
import { Building2, Globe, Layers2, MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { members } from '#contract/members.ts'
import { type IdentityDetail } from '#contract/permissions.ts'
import { type IdentityRole, type TenantIdentity } from '#contract/permission-entry.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useParts } from '#web/lib/parts.tsx'
import { under } from '#web/lib/base.ts'
import { formatDate } from '#web/lib/format.ts'
import { useMay } from '#web/lib/use-access.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { PathLine } from '#web/ui/path-line.tsx'
import { tip } from '#web/ui/tip.tsx'

export const TenantCell = ({ row: { tenantId, tenantName, path } }: { row: TenantIdentity }) => {
  const { t } = useTranslation('permissions')
  const mayOpen = useMay(tenants.get)
  const tab = useMay(members.list) ? '?tab=members' : ''
  const isGlobal = tenantId === globalTenant
  const Icon = isGlobal ? Globe : Building2
  return (
    <span className="pm-who">
      <span className="pm-mark tenant" aria-hidden="true">
        <Icon size={16} />
      </span>
      <span>
        <span className="pm-line">
          {mayOpen && !isGlobal ? (
            <AppLink href={under(`admin/tenants/${tenantId}${tab}`)}>{tenantName}</AppLink>
          ) : (
            <b>{isGlobal ? t('global') : tenantName}</b>
          )}
        </span>
        {isGlobal ? <small>{t('globalHint')}</small> : path.length > 0 && <PathLine titles={path} />}
      </span>
    </span>
  )
}

export const TypeCell = ({ type }: { type: TenantIdentity['hierarchyType'] }) => {
  const { t } = useTranslation('permissions')
  const Icon = type === 'Own' ? MapPin : Layers2
  return (
    <span className="pm-type" {...tip(t(`type${type}Hint`))}>
      <Icon size={15} aria-hidden="true" />
      {t(`type${type}`)}
    </span>
  )
}

const byApplication = (roles: readonly IdentityRole[]) => [
  ...Map.groupBy(roles, ({ applicationId }) => applicationId).values(),
]

const mostLines = 3

type TenantRowProps = { row: TenantIdentity; identity: IdentityDetail }

export const RoleLines = ({ row, identity }: TenantRowProps) => {
  const { t } = useTranslation('permissions')
  const lines = byApplication(row.roles)
  if (lines.length === 0) return <span className="mut">{t('noRoles')}</span>
  const more = lines.slice(mostLines)
  return (
    <ul className="pm-lines">
      {lines.slice(0, mostLines).map((line) => (
        <Line key={line[0]?.applicationId} roles={line} row={row} identity={identity} />
      ))}
      {more.length > 0 && (
        <li className="mut" {...tip(more.map(([role]) => role?.applicationTitle).join(', '))}>
          {t('moreApplications', { count: more.length })}
        </li>
      )}
    </ul>
  )
}

/** Of a person; what a group has was given where it stands. */
const Why = ({
  role: { roleId, roleName, applicationName },
  row: { tenantId, tenantName },
  identity,
}: TenantRowProps & { role: IdentityRole }) => {
  const { t } = useTranslation('permissions')
  const { WhyButton } = useParts()
  if (!WhyButton || identity.identityType !== 'User') return null
  return (
    <WhyButton
      user={identity}
      tenant={{ id: tenantId, title: tenantId === globalTenant ? t('global') : tenantName }}
      role={{ id: roleId, name: roleName, applicationName }}
    />
  )
}

const Line = ({ roles, ...place }: TenantRowProps & { roles: readonly IdentityRole[] }) => {
  const { t } = useTranslation('permissions')
  const [first] = roles
  if (!first) return null
  return (
    <li>
      <AppIcon app={{ id: first.applicationId, title: first.applicationTitle }} size={20} />
      <i>{first.applicationTitle}</i>
      <span className="pm-chips">
        {roles.map((role) => {
          const { roleId, roleName, endsOn } = role
          return (
            <span key={roleId} className="pm-held">
              <span className={`pm-chip${endsOn ? ' ends' : ''}`}>
                {roleName}
                {endsOn && <em>{t('until', { date: formatDate(endsOn) })}</em>}
              </span>
              <Why role={role} {...place} />
            </span>
          )
        })}
      </span>
    </li>
  )
}
