// The tenants where a user or a group stands itself, each with what was given there.
import { Building2, Globe, Layers2, ListX, MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { members } from '#contract/members.ts'
import { type IdentityDetail, type IdentityRole, type TenantIdentity, permissions } from '#contract/permissions.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useAccessParts } from '#web/lib/access-parts.ts'
import { under } from '#web/lib/base.ts'
import { formatDate } from '#web/lib/format.ts'
import { useMay, useSeesAdministration } from '#web/lib/use-access.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import { PathLine } from '#web/ui/path-line.tsx'
import type { BulkAction, ListDef, RowAction } from '#web/ui/entity-table/types.ts'
import { useRemoval } from './remove-all.tsx'
import { useWhyNotOne } from './rules.ts'

const TenantCell = ({ row: { tenantId, tenantName, path } }: { row: TenantIdentity }) => {
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

const TypeCell = ({ type }: { type: TenantIdentity['hierarchyType'] }) => {
  const { t } = useTranslation('permissions')
  const Icon = type === 'Own' ? MapPin : Layers2
  return (
    <span className="pm-type" title={t(`type${type}Hint`)}>
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

const RoleLines = ({ row, identity }: TenantRowProps) => {
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
        <li className="mut" title={more.map(([role]) => role?.applicationTitle).join(', ')}>
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
  const parts = useAccessParts()
  if (!parts || identity.identityType !== 'User') return null
  return (
    <parts.WhyButton
      user={identity}
      tenant={{ id: tenantId, title: tenantId === globalTenant ? t('global') : tenantName }}
      role={{ id: roleId, name: roleName, applicationName }}
    />
  )
}

const Line = ({ roles, ...given }: TenantRowProps & { roles: readonly IdentityRole[] }) => {
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
              <Why role={role} {...given} />
            </span>
          )
        })}
      </span>
    </li>
  )
}

const useTaking = (
  identity: IdentityDetail,
): {
  one: RowAction<TenantIdentity>
  many: BulkAction<TenantIdentity>
  whyNot: (row: TenantIdentity) => string | undefined
} => {
  const { t } = useTranslation('permissions')
  const remove = useRemoval()
  const whyNot = useWhyNotOne(identity)
  const name = identity.displayName
  const take = ({ tenantId }: TenantIdentity, seen?: string) => remove(identity.id, [tenantId], seen)
  const tried = (rows: readonly TenantIdentity[]) => ({
    kind: 'leaveTenants' as const,
    identityId: identity.id,
    tenantIds: rows.map(({ tenantId }) => tenantId),
  })
  const common = { id: 'remove', label: t('remove'), icon: <ListX size={16} aria-hidden="true" />, danger: true }
  const words = ({ roles, isInheritable, tenantName }: TenantIdentity) =>
    roles.length === 0
      ? t('losesNothing', { tenant: tenantName })
      : t(isInheritable ? 'losesBelow' : 'losesHere', {
          name,
          tenant: tenantName,
          roles: roles.map(({ roleName }) => roleName).join(', '),
        })
  return {
    whyNot,
    one: {
      ...common,
      when: (row) => whyNot(row) ?? true,
      run: take,
      done: ({ tenantName }) => t('removedOne', { tenant: tenantName, name }),
      confirm: (row) => ({
        title: t('removeOne', { tenant: row.tenantName, name }),
        body: words(row),
        ok: t('remove'),
        tries: tried([row]),
      }),
    },
    many: {
      ...common,
      each: take,
      confirm: (rows) => ({
        title: t('removeMany', { count: rows.length, name }),
        body: t('removeManyBody'),
        ok: t('remove'),
        tries: tried(rows),
      }),
    },
  }
}

const useList = (identity: IdentityDetail): ListDef<TenantIdentity> => {
  const { t } = useTranslation('permissions')
  const { one, many, whyNot } = useTaking(identity)
  const administers = useSeesAdministration()
  return {
    id: 'permission-rows',
    embedded: 'sole',
    title: t('tenants'),
    list: permissions.get,
    params: { id: identity.id },
    rowKey: ({ id }) => id,
    rowLabel: ({ tenantName }) => tenantName,
    defaultSort: 'tenantName asc',
    stacks: true,
    columns: [
      { key: 'tenantName', title: t('tenant'), width: 340, cell: (row) => <TenantCell row={row} /> },
      { key: 'roleCount', title: t('roles'), cell: (row) => <RoleLines row={row} identity={identity} /> },
      {
        key: 'hierarchyType',
        title: t('type'),
        width: 110,
        hideBelow: 1280,
        cell: ({ hierarchyType }) => <TypeCell type={hierarchyType} />,
      },
      {
        key: 'isInheritable',
        title: t('passesDown'),
        width: 130,
        hideBelow: 1024,
        cell: ({ isInheritable }) => t(isInheritable ? 'yes' : 'no'),
      },
      {
        key: 'grantedOn',
        title: t('givenOn'),
        width: 126,
        hideBelow: 1280,
        cell: ({ grantedOn, grantedBy }) => (
          <span title={grantedBy ? t('givenBy', { name: grantedBy }) : undefined}>{formatDate(grantedOn)}</span>
        ),
      },
    ],
    ...(administers && { actions: [one], bulk: [many], unselectable: whyNot }),
    empty: { title: t('noRows'), hint: t(identity.identityType === 'User' ? 'noRowsUser' : 'noRowsGroup') },
  }
}

export const TenantRows = ({ identity }: { identity: IdentityDetail }) => <EntityTable list={useList(identity)} />
