// "Explain access" of somebody as a whole: the roles they have here, each with its reason behind it. A group has no
// reasons above it: of its roles the tenant is named where they were given.
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { type IdentityAtTenant, members } from '#contract/members.ts'
import { under } from '#web/lib/base.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import type { WhyTarget } from './explained.ts'
import { MissingRole } from './missing-role.tsx'
import './effective-access.css'

type Role = NonNullable<WhyTarget['role']>
type Entry = IdentityAtTenant['roles'][number]
type Props = {
  user: WhyTarget['user']
  tenant: NonNullable<WhyTarget['tenant']>
  onChoose: (role: Role) => void
  onClose: () => void
}

const useFrom = () => {
  const { t } = useTranslation('effective-access')
  return ({ viaGroup, hierarchyType, inheritedFrom }: Entry) =>
    [
      viaGroup && t('fromGroup', { group: viaGroup.name }),
      hierarchyType !== 'ByHierarchy' && !viaGroup && t('givenHere'),
      inheritedFrom && t('givenAt', { tenant: inheritedFrom.tenantName }),
    ]
      .filter(Boolean)
      .join(' · ')
}

const Line = ({
  entry,
  title,
  isGroup,
  onChoose,
  onClose,
}: {
  entry: Entry
  title: string
  isGroup: boolean
  onChoose: Props['onChoose']
  onClose: () => void
}) => {
  const from = useFrom()(entry)
  const { applicationId, applicationName, roleId, roleName, inheritedFrom } = entry
  const content = (
    <>
      <AppIcon app={{ id: applicationId, title }} size={28} />
      <span>
        <b>{roleName}</b>
        <small>
          {title} · {from}
        </small>
      </span>
    </>
  )
  if (!isGroup)
    return (
      <li>
        <button type="button" onClick={() => onChoose({ id: roleId, name: roleName, applicationName })}>
          {content}
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      </li>
    )
  return (
    <li>
      {inheritedFrom ? (
        <AppLink href={under(`admin/tenants/${inheritedFrom.tenantId}?tab=members`)} onClick={onClose}>
          {content}
        </AppLink>
      ) : (
        <div>{content}</div>
      )}
    </li>
  )
}

/** One role once, however often it comes. */
const distinct = (roles: readonly Entry[]) => {
  const grouped = [...Map.groupBy(roles, ({ roleId }) => roleId).values()]
  return grouped.flatMap(([first]) => (first ? [first] : []))
}

/** Each with its reason behind it; where there is none, that is said. */
const Roles = ({ roles, user, tenant, onChoose, onClose }: Props & { roles: readonly Entry[] }) => {
  const { t } = useTranslation('effective-access')
  const titles = new Map(
    useChoices(applications.list, { orderBy: 'displayName' }).map(({ id, displayName }) => [id, displayName]),
  )
  const isGroup = user.type === 'Group'
  if (roles.length === 0)
    return (
      <p className="choose-hint" role="status">
        {t('noRolesHere', { name: user.displayName, tenant: tenant.title })}
      </p>
    )
  return (
    <>
      <p className="choose-hint">{t(isGroup ? 'groupHint' : 'chooseHint')}</p>
      <ul className="choose">
        {roles.map((entry) => (
          <Line
            key={entry.roleId}
            entry={entry}
            title={titles.get(entry.applicationId) ?? entry.applicationName}
            isGroup={isGroup}
            onChoose={onChoose}
            onClose={onClose}
          />
        ))}
      </ul>
    </>
  )
}

export const ChooseRole = ({ user, tenant, onChoose, onClose }: Props) => {
  const { t } = useTranslation('effective-access')
  const isGroup = user.type === 'Group'
  const { data, error, refetch } = useRead(members.identity, {
    params: { tenantId: tenant.id },
    query: { identityId: user.id, isGroup: isGroup ? 'true' : 'false', includeHierarchy: 'true' },
  })
  const roles = distinct(data?.roles ?? [])
  return (
    <Drawer
      side="right"
      inset
      width={680}
      title={t('accessOf', { name: user.displayName })}
      line={t('atTenant', { tenant: tenant.title })}
      onClose={onClose}
    >
      {error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && <Roles roles={roles} user={user} tenant={tenant} onChoose={onChoose} onClose={onClose} />}
      {data && !isGroup && (
        <MissingRole
          user={user}
          tenant={tenant}
          held={new Set(roles.map(({ roleId }) => roleId))}
          onChoose={onChoose}
        />
      )}
    </Drawer>
  )
}
