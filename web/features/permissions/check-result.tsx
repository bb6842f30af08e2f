// What came of a permission check: the groups, and the applications with their roles, ten on a page (R2.5-44, R9-13).
import { TriangleAlert, UserRoundSearch, UsersRound } from 'lucide-react'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionCheck } from '#contract/effective-access.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PastBanner } from '#web/ui/past-banner.tsx'
import { dayInWords } from '#web/lib/day.ts'
import { Mark, pageOf, StateTag } from './who.tsx'
import { Applications } from './check-applications.tsx'

const Head = ({
  check: { user },
  onAnother,
  where,
}: {
  check: PermissionCheck
  onAnother: () => void
  where: ReactNode
}) => {
  const { t } = useTranslation('permissions')
  return (
    <section className="card pm-found-head" aria-label={t('checker')}>
      <div className="pm-found-who">
        <Mark identity={user} size={44} />
        <div>
          <h2>
            <AppLink href={pageOf(user)}>{user.displayName}</AppLink>
            <StateTag of={user} />
          </h2>
          <p>
            {user.userName} · {user.email}
          </p>
        </div>
        <span className="sp" />
        <button type="button" className="b" onClick={onAnother}>
          <UserRoundSearch size={16} aria-hidden="true" />
          {t('anotherUser')}
        </button>
      </div>
      {where}
    </section>
  )
}

const Groups = ({ groups }: { groups: PermissionCheck['groups'] }) => {
  const { t } = useTranslation('permissions')
  return (
    <section className="card pm-groups" aria-labelledby="pm-groups">
      <h2 id="pm-groups">
        {t('groups')}
        <span className="tab-count">{groups.length}</span>
      </h2>
      {groups.length > 0 ? (
        <ul>
          {groups.map((group) => (
            <li key={group.id}>
              <AppLink href={pageOf(group)}>
                <UsersRound size={15} aria-hidden="true" />
                {group.name}
              </AppLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mut">{t('inNoGroup')}</p>
      )}
    </section>
  )
}

/** who, or which tenant, did not exist on that day. */
const useAbsent = ({ absent = [], user, tenant }: PermissionCheck, day: string | undefined): string[] => {
  const { t } = useTranslation('permissions')
  if (!day) return []
  const texts = { name: user.displayName, tenant: tenant?.title ?? '', day: dayInWords(day) }
  return (['user', 'tenant'] as const)
    .filter((one) => absent.includes(one))
    .map((one) => t(one === 'user' ? 'userAbsent' : 'tenantAbsent', texts))
}

/** What the answer is about, where that is not everything as it is. */
const Notes = ({ check, day }: { check: PermissionCheck; day: string | undefined }) => {
  const { t } = useTranslation('permissions')
  const { user } = check
  const without = user.locked
    ? t(day ? 'wasLocked' : 'lockedHasNothing', { name: user.displayName })
    : user.draft && t(day ? 'wasDraft' : 'draftHasNothing', { name: user.displayName })
  const absent = useAbsent(check, day)
  return (
    <>
      {[...absent, ...(without ? [without] : [])].map((note) => (
        <div key={note} className="alert warn" role="status">
          <TriangleAlert size={20} aria-hidden="true" />
          <div>
            <p>{note}</p>
          </div>
        </div>
      ))}
    </>
  )
}

/** `day`: in the past, where nothing is explained, since Why tells of today. */
export const CheckResult = ({
  check,
  day,
  onAnother,
  onToday,
  where,
}: {
  check: PermissionCheck
  day: string | undefined
  onAnother: () => void
  onToday: () => void
  where: ReactNode
}) => {
  const { t } = useTranslation('permissions')
  const { groups } = check
  return (
    <div className="pm-found">
      {day && <PastBanner day={day} text={(words) => t('stoodThen', { day: words })} onBack={onToday} />}
      <Head check={check} onAnother={onAnother} where={where} />
      <Notes check={check} day={day} />
      <div className="pm-columns">
        <div className="pm-main">
          <Applications check={check} past={day !== undefined} />
        </div>
        <Groups groups={groups} />
      </div>
    </div>
  )
}
