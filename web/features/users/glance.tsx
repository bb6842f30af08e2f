// What else is known of an account, beside its form.
import { useTranslation } from 'react-i18next'
import { globalTenant } from '#contract/tenants.ts'
import type { User } from '#contract/users.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { daysUntil, relativeTime } from '#web/lib/relative-time.ts'
import { useEffectiveRoles, WhyEffective } from './effective-roles.tsx'

const When = ({ at, none }: { at: string | null; none: string }) =>
  at ? (
    <time dateTime={at} title={formatDateTime(at)}>
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

/** Each once, however often it was given: that at Global leads to its reason before the others. */
const Roles = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const effectiveRoles = useEffectiveRoles(user).toSorted(
    (one, other) => Number(other.tenantId === globalTenant) - Number(one.tenantId === globalTenant),
  )
  if (user.roles.length === 0) return null
  return (
    <p className="chips" aria-label={t('roles')}>
      {user.roles.map(({ name, isGlobal }) => {
        const ways = [
          ...new Map(
            effectiveRoles
              .filter(({ roleName }) => roleName === name)
              .toReversed()
              .map((role) => [role.roleId, role]),
          ).values(),
        ]
        return (
          <span key={name} className="held">
            <span className={`tag${isGlobal ? ' c' : ''}`} title={isGlobal ? t('globalRole') : undefined}>
              {name}
            </span>
            {ways.map((role) => (
              <WhyEffective key={role.roleId} user={user} role={role} />
            ))}
          </span>
        )
      })}
    </p>
  )
}

export const Glance = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const password = usePassword(user)
  return (
    <section className="card glance" aria-labelledby="glance">
      <h2 id="glance">{t('glance')}</h2>
      <dl>
        <div>
          <dt>{t('lastSignIn')}</dt>
          <dd>
            <When at={user.lastLoginOn} none={t('never')} />
          </dd>
        </div>
        {user.lastLoginProvider && (
          <div>
            <dt>{t('signInWith')}</dt>
            <dd>{user.lastLoginProvider}</dd>
          </div>
        )}
        <div>
          <dt>{t('secondFactor')}</dt>
          <dd>{t(user.secondFactor ? 'byEmail' : 'notNeeded')}</dd>
        </div>
        <div>
          <dt>{t('password')}</dt>
          <dd>{password}</dd>
        </div>
        <div>
          <dt>{t('invitation')}</dt>
          <dd>{user.invitedOn ? formatDate(user.invitedOn) : t('notInvited')}</dd>
        </div>
        <div>
          <dt>{t('createdOn')}</dt>
          <dd>{formatDate(user.createdOn)}</dd>
        </div>
        <div>
          <dt>{t('modified')}</dt>
          <dd>
            <When at={user.modifiedOn} none="" />
          </dd>
        </div>
        {user.hasPendingOperationRequest && (
          <div>
            <dt>{t('requests')}</dt>
            <dd>{t('requestWaits')}</dd>
          </div>
        )}
      </dl>
      <Roles user={user} />
    </section>
  )
}
