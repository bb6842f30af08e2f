// The cells of the members' list.
import { useSearch } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Member, members } from '#contract/members.ts'
import { type RoleEntry } from '#contract/role-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { PreviewedChange } from '#contract/access-preview.ts'
import { useParts } from '#web/lib/parts.tsx'
import { under } from '#web/lib/base.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { dayInWords } from '#web/lib/day.ts'
import { InheritedChip, OwnChip, TypeWord } from './chips.tsx'
import { toUserMessage, showRefusal } from './refusal.ts'
import { byApplication, isEveryone, isOwn, type Tenant } from './rules.ts'
import { PreviewFirst } from './preview-first.tsx'

export type Titles = ReadonlyMap<number, string>

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
  const past = useAsOf()
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
        <li className="mut" title={names.join(', ')}>
          {t('moreApplications', { count: more.length })}
        </li>
      )}
    </ul>
  )
}

/** Where the source is changed: the same person, there. */
const sourcePage = ({ inheritedFrom, displayName }: Member) =>
  under(`admin/tenants/${inheritedFrom?.tenantId}?tab=members&q=${encodeURIComponent(displayName)}`)

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

const usePassingDown = ({ identityType, identityId, displayName, email }: Member, tenantId: string) => {
  const add = useWrite(members.add)
  return (on: boolean, seen?: string) => {
    if (identityType === 'Unknown') return Promise.resolve(undefined)
    // Nothing but this: the roles stay as they are, anyone who changes them meanwhile.
    return toUserMessage(
      add.mutateAsync({
        params: { tenantId },
        input: { identityType, identityId, email, displayName, roles: [], isInheritable: on },
        seen,
      }),
    )
  }
}

export const useWhyFixed = (tenantId: string, isGod: boolean) => {
  const { t } = useTranslation('members')
  const day = useAsOf()
  return (member: Member) => {
    if (day) return t('stoodThen', { day })
    if (member.hierarchyType === 'ByHierarchy')
      return t('lockedHere', { tenant: member.inheritedFrom?.tenantName ?? '' })
    return isEveryone(member, tenantId) && !isGod ? t('everyoneIsGods') : undefined
  }
}

type Props = { member: Member; tenant: Tenant; whyFixed: string | undefined }

/** The day that the list shows, where it is a past one: its filter stands in the address. DD-MM-YYYY (R9-20). */
export const useAsOf = () => {
  const { 'f.asOf': asOf } = useSearch({ strict: false }) as { 'f.asOf'?: string }
  return asOf ? dayInWords(asOf) : undefined
}

/** Nothing is given by it and nothing is taken but what went further down. */
const stopped = ({ identityType, identityId }: Member, tenantId: string): PreviewedChange | undefined =>
  identityType === 'Unknown'
    ? undefined
    : { kind: 'addMember', tenantId, member: { identityType, identityId, roles: [], isInheritable: false } }

const Stopping = ({
  member,
  tenant,
  run,
  onClose,
}: Pick<Props, 'member' | 'tenant'> & { run: (seen: string | undefined) => unknown; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const roles = (member.roles ?? []).filter(isOwn).map(({ roleName }) => roleName)
  const body =
    roles.length > 0
      ? t('stopPassingBody', { tenant: tenant.title, roles: roles.join(', ') })
      : t('stopPassingNothing', { tenant: tenant.title })
  return (
    <PreviewFirst
      change={stopped(member, tenant.id)}
      title={t('stopPassing', { name: member.displayName })}
      body={body}
      ok={t('stopPassingOk')}
      run={run}
      onClose={onClose}
    />
  )
}

/** Of an own row a switch; of an inherited one the way to where it is changed. */
export const InheritableCell = ({ member, tenant, whyFixed }: Props) => {
  const { t } = useTranslation('members')
  const [asking, ask] = useState(false)
  const pass = usePassingDown(member, tenant.id)
  if (member.hierarchyType === 'ByHierarchy')
    return (
      <AppLink
        className="edit-there"
        href={sourcePage(member)}
        aria-label={t('editThereOf', { name: member.displayName, tenant: member.inheritedFrom?.tenantName ?? '' })}
      >
        {t('editThere')}
        <ArrowUpRight size={13} aria-hidden="true" />
      </AppLink>
    )
  const isGlobal = tenant.id === globalTenant
  const reason = isGlobal ? t('globalPasses') : whyFixed
  const press = (on: boolean) => (on ? void pass(true).catch(showRefusal) : ask(true))
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        className="sw"
        aria-label={t('inheritableOf', { name: member.displayName })}
        title={reason}
        checked={isGlobal || member.isInheritable}
        disabled={reason !== undefined || member.identityType === 'Unknown'}
        onChange={({ target }) => press(target.checked)}
      />
      {asking && (
        <Stopping member={member} tenant={tenant} run={(seen) => pass(false, seen)} onClose={() => ask(false)} />
      )}
    </>
  )
}
