// What else is known of an account, beside its form.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant } from '#contract/tenants.ts'
import type { User } from '#contract/users.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { roleTitle } from '#web/lib/role-title.ts'
import { daysUntil, relativeTime } from '#web/lib/relative-time.ts'
import { Glance } from '#web/ui/glance.tsx'
import { useEffectiveRoles, WhyEffective } from './effective-roles.tsx'
import { tip } from '#web/ui/tip.tsx'

const When = ({ at, none }: { at: string | null; none: string }) =>
  at ? (
    <time dateTime={at} {...tip(formatMoment(at))}>
      {relativeTime(at)}
    </time>
  ) : (
    none
  )

const usePassword = ({ passwordExpiresOn }: User) => {
  const { t } = useTranslation('users')
  if (!passwordExpiresOn) return t('noPassword')
  const days = daysUntil(passwordExpiresOn)
  return days <= 0 ? t('passwordExpired') : t('passwordExpiresIn', { count: days })
}

const tagOf = (isGlobal: boolean) => `tag${isGlobal ? ' c' : ''}`

/** Each once, however often it was given: that at Global leads to its reason before the others. */
const Roles = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const effectiveRoles = useEffectiveRoles(user).toSorted(
    (one, other) => Number(other.tenantId === globalTenant) - Number(one.tenantId === globalTenant),
  )
  if (user.roles.length === 0) return null
  return (
    <p className="chips" aria-label={t('roles')}>
      {user.roles.map(({ name, applications }) => {
        const ways = [
          ...new Map(
            effectiveRoles
              .filter(({ roleName }) => roleName === name)
              .toReversed()
              .map((role) => [role.roleId, role]),
          ).values(),
        ]
        // Before they are read one by one, their tenants are not known.
        if (ways.length === 0)
          return applications.map(({ title, isGlobal }) => (
            <span key={`${title} ${name}`} className={tagOf(isGlobal)} {...tip(isGlobal ? t('globalRole') : undefined)}>
              {roleTitle({ applicationTitle: title, roleName: name })}
            </span>
          ))
        return ways.map((role) => {
          const atGlobal = role.tenantId === globalTenant
          return (
            <span key={role.roleId} className="held">
              <span className={tagOf(atGlobal)} {...tip(atGlobal ? t('globalRole') : undefined)}>
                {roleTitle(role)}
              </span>
              <WhyEffective user={user} role={role} />
            </span>
          )
        })
      })}
    </p>
  )
}

export const About = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const password = usePassword(user)
  const lines: (readonly [string, ReactNode])[] = [
    [t('lastSignIn'), <When key="last" at={user.lastLoginOn} none={t('never')} />],
    ...(user.lastLoginProvider ? [[t('signInWith'), t(`provider-${user.lastLoginProvider}`)] as const] : []),
    [t('secondFactor'), t(user.secondFactor ? 'byEmail' : 'notNeeded')],
    [t('password'), password],
    [t('invitation'), user.invitedOn ? formatDate(user.invitedOn) : t('notInvited')],
    [t('createdOn'), formatDate(user.createdOn)],
    [t('modified'), <When key="modified" at={user.modifiedOn} none="" />],
    ...(user.hasPendingOperationRequest ? [[t('requests'), t('requestWaits')] as const] : []),
  ]
  return (
    <Glance title={t('glance')} lines={lines}>
      <Roles user={user} />
    </Glance>
  )
}
