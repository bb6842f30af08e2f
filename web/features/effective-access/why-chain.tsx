// One way in which a role comes, hop by hop, each with who gave it and when.
import { ArrowDownToDot, Building2, KeyRound, ShieldCheck, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chain, Why } from '#contract/why.ts'
import { under } from '#web/lib/base.ts'
import { formatDate } from '#web/lib/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { useGiven } from './why-messages.ts'
import { tip } from '#web/ui/tip.tsx'

type HopProps = { icon: ReactNode; main?: boolean; label: string; by?: string; on?: string; children: ReactNode }

const Hop = ({ icon, main = false, label, by, on, children }: HopProps) => (
  <li>
    <span className={`hop-icon${main ? ' main' : ''}`} aria-hidden="true">
      {icon}
    </span>
    <div className="hop-what">
      <small>{label}</small>
      <b>{children}</b>
    </div>
    <div className="hop-by">
      {by}
      {on && <small>{on}</small>}
    </div>
  </li>
)

type ChainProps = { why: Why; chain: Chain; number: number; onLeave: () => void }

const usePlaces = ({ user, role }: Why, onLeave: () => void) => {
  const link = (path: string, name: string) => (
    <AppLink href={under(path)} onClick={onLeave}>
      {name}
    </AppLink>
  )
  return {
    user: link(`admin/users/${user.id}`, user.name),
    group: ({ id, name }: { id: string; name: string }) => link(`admin/groups/${id}`, name),
    tenant: ({ tenantId, tenantName }: Chain['row']) => link(`admin/tenants/${tenantId}?tab=members`, tenantName),
    role: link(`admin/applications/${role.applicationId}/roles/${role.id}`, role.name),
  }
}

const Person = ({ why: { user }, size = 34 }: { why: Why; size?: number }) => (
  <Avatar email={user.email} name={user.name} size={size} soft />
)

/** A person in a group: nobody else has such hops. */
const GroupHops = ({ why, chain: { viaGroup }, onLeave }: ChainProps) => {
  const { t } = useTranslation('effective-access')
  const given = useGiven()
  const to = usePlaces(why, onLeave)
  if (!viaGroup) return null
  const { created } = why.user
  const made = created.by && { by: t('createdBy', { name: created.by.name }), on: given(created).on }
  const joined = viaGroup.automated ? { by: t('bySystem') } : given(viaGroup.joined)
  return (
    <>
      <Hop icon={<Person why={why} />} label={t('user')} {...made}>
        {to.user}
      </Hop>
      <Hop icon={<UsersRound size={17} />} label={t('memberOfGroup')} {...joined}>
        {to.group(viaGroup)}
      </Hop>
    </>
  )
}

const RowHops = ({ why, chain: { viaGroup, row }, onLeave }: ChainProps) => {
  const { t } = useTranslation('effective-access')
  const given = useGiven()
  const to = usePlaces(why, onLeave)
  const fromAbove = row.levelsUp > 0
  const label = t(`${viaGroup ? 'group' : 'user'}Row${fromAbove ? 'Above' : 'Here'}`)
  return (
    <>
      <Hop icon={viaGroup ? <Building2 size={17} /> : <Person why={why} />} label={label} {...given(row.created)}>
        {to.tenant(row)}
        {fromAbove && <i>{t('levelsUp', { count: row.levelsUp })}</i>}
      </Hop>
      {fromAbove && (
        <Hop icon={<ArrowDownToDot size={17} />} label={t('passesDown')} {...given(row.inheritable)}>
          {t('inheritableOn')}
        </Hop>
      )}
    </>
  )
}

const RoleHops = ({ why, chain: { role: giving }, number, onLeave }: ChainProps) => {
  const { t } = useTranslation('effective-access')
  const given = useGiven()
  const to = usePlaces(why, onLeave)
  const { scopes, applicationTitle } = why.role
  const about =
    number > 1 && scopes.length > 0 ? t('sameScopes') : t('ofApplication', { application: applicationTitle })
  const end = giving.endsOn && t('until', { date: formatDate(giving.endsOn) })
  return (
    <>
      <Hop main icon={<ShieldCheck size={17} />} label={t('role')} {...given(giving.given)}>
        {to.role}
        <i>{[about, end].filter(Boolean).join(' · ')}</i>
      </Hop>
      {number === 1 && scopes.length > 0 && (
        <Hop icon={<KeyRound size={16} />} label={t('givesScopes')} by={t('roleDefinition')}>
          <span className="scopes" {...tip(scopes.join(', '))}>
            {scopes[0]}
            {scopes.length > 1 && <i>+{scopes.length - 1}</i>}
          </span>
        </Hop>
      )}
    </>
  )
}

export const ChainView = (props: ChainProps) => {
  const { t } = useTranslation('effective-access')
  const {
    chain: { viaGroup, row },
    number,
  } = props
  const fromAbove = row.levelsUp > 0
  const title = t(viaGroup ? 'throughGroup' : fromAbove ? 'ownAbove' : 'ownHere')
  return (
    <section className="way" aria-label={t('way', { number, title })}>
      <header>
        <span className="way-no" aria-hidden="true">
          {number}
        </span>
        <h3>{title}</h3>
        <span className={`tag${fromAbove ? '' : ' c'}`}>
          {t(fromAbove ? 'byHierarchy' : viaGroup ? 'here' : 'own')}
        </span>
        <span className="sp" />
        {number === 1 && <span className="way-by">{t('grantedBy')}</span>}
      </header>
      <ol>
        <GroupHops {...props} />
        <RowHops {...props} />
        <RoleHops {...props} />
      </ol>
    </section>
  )
}
