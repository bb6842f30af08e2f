// What came of a permission check: the groups, and the applications with their roles, ten on a page (R2.5-44, R9-13).
import { ChevronLeft, ChevronRight, Search, TriangleAlert, UserRoundSearch, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationPermissions, PermissionCheck } from '#contract/effective-access.ts'
import { globalTenant } from '#contract/tenants.ts'
import { useAccessParts } from '#web/lib/access-parts.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { dayInWords } from '#web/lib/day.ts'
import { Mark, pageOf, StateTag } from './who.tsx'

const pageSize = 10

type Holding = {
  user: PermissionCheck['user']
  application: ApplicationPermissions
  role: ApplicationPermissions['roleEntries'][number]
}

const Role = ({ role: { name, direct, viaGroups } }: Pick<Holding, 'role'>) => {
  const { t } = useTranslation('permissions')
  const groups = viaGroups.join(', ')
  const words = direct ? (groups ? t('directAndVia', { groups }) : t('direct')) : t('via', { groups })
  return (
    <span className={`pm-chip${direct ? '' : ' via'}`} title={words}>
      {!direct && <UsersRound size={12} role="img" aria-label={words} />}
      {name}
      {!direct && (
        <em>
          {viaGroups[0]}
          {viaGroups.length > 1 && ` +${viaGroups.length - 1}`}
        </em>
      )}
    </span>
  )
}

/** At the tenant that was asked about; anywhere at one that gives it. */
const Why = ({ user, application: { applicationName }, role: { id, name, tenant } }: Holding) => {
  const { t } = useTranslation('permissions')
  const parts = useAccessParts()
  if (!parts) return null
  return (
    <parts.WhyButton
      user={user}
      tenant={{ id: tenant.id, title: tenant.id === globalTenant ? t('global') : tenant.title }}
      role={{ id, name, applicationName }}
    />
  )
}

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

const foldedOf = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const matches =
  (typed: string) =>
  ({ displayName, applicationName, roles }: ApplicationPermissions) =>
    foldedOf([displayName, applicationName, ...roles].join(' ')).includes(foldedOf(typed.trim()))

const Pager = ({ page, count, onGo }: { page: number; count: number; onGo: (page: number) => void }) => {
  const { t, i18n } = useTranslation('permissions')
  const number = new Intl.NumberFormat(i18n.language)
  const last = Math.max(1, Math.ceil(count / pageSize))
  return (
    <footer className="pm-pager">
      <span role="status">
        {count === 0
          ? ''
          : t('table:range', {
              from: number.format((page - 1) * pageSize + 1),
              to: number.format(Math.min(count, page * pageSize)),
              total: number.format(count),
            })}
      </span>
      <span className="sp" />
      <button
        type="button"
        className="ic s"
        aria-label={t('table:previousPage')}
        title={t('table:previousPage')}
        disabled={page <= 1}
        onClick={() => onGo(page - 1)}
      >
        <ChevronLeft size={17} />
      </button>
      <button
        type="button"
        className="ic s"
        aria-label={t('table:nextPage')}
        title={t('table:nextPage')}
        disabled={page >= last}
        onClick={() => onGo(page + 1)}
      >
        <ChevronRight size={17} />
      </button>
    </footer>
  )
}

const Row = ({ of, user, past }: { of: ApplicationPermissions; user: PermissionCheck['user']; past: boolean }) => (
  <tr>
    <th scope="row">
      <span className="pm-who">
        <AppIcon app={{ id: of.applicationId, title: of.displayName }} size={32} />
        <span>
          <b>{of.displayName}</b>
          <small>{of.applicationName}</small>
        </span>
      </span>
    </th>
    <td>
      <span className="pm-chips">
        {of.roleEntries.map((role) => (
          <span key={role.id} className="pm-held">
            <Role role={role} />
            {!past && <Why user={user} application={of} role={role} />}
          </span>
        ))}
      </span>
    </td>
  </tr>
)

const Applications = ({
  check: { applicationPermissions: all, user },
  past,
}: {
  check: PermissionCheck
  past: boolean
}) => {
  const { t } = useTranslation('permissions')
  const [{ typed, page }, set] = useState({ typed: '', page: 1 })
  const found = all.filter(matches(typed))
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  return (
    <section className="card pm-apps" aria-labelledby="pm-apps">
      <header>
        <h2 id="pm-apps">
          {t('applicationPermissions')}
          <span className="tab-count">{all.length}</span>
        </h2>
        <span className="sp" />
        {all.length > pageSize && (
          <label className="pm-find">
            <Search size={15} aria-hidden="true" />
            <span className="sr">{t('findApplication')}</span>
            <input
              className="inp-t"
              type="search"
              placeholder={t('findApplication')}
              value={typed}
              onChange={({ target }) => set({ typed: target.value, page: 1 })}
            />
          </label>
        )}
      </header>
      {shown.length > 0 && (
        <table aria-labelledby="pm-apps">
          <thead>
            <tr>
              <th scope="col">{t('application')}</th>
              <th scope="col">{t('roles')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <Row key={one.applicationId} of={one} user={user} past={past} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length === 0 && <p className="pm-none">{t(all.length === 0 ? 'noPermissions' : 'noneMatches')}</p>}
      {found.length > pageSize && <Pager page={page} count={found.length} onGo={(to) => set({ typed, page: to })} />}
    </section>
  )
}

/** who, or which tenant, did not exist on that day. */
const useAbsent = ({ absent = [], user, tenant }: PermissionCheck, day: string | undefined): string[] => {
  const { t } = useTranslation('permissions')
  if (!day) return []
  const told = { name: user.displayName, tenant: tenant?.title ?? '', day: dayInWords(day) }
  return (['user', 'tenant'] as const)
    .filter((one) => absent.includes(one))
    .map((one) => t(one === 'user' ? 'userAbsent' : 'tenantAbsent', told))
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
      {day && (
        <p className="pm-past" role="status">
          {t('stoodThen', { day: dayInWords(day) })}
        </p>
      )}
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
export const Found = ({
  check,
  day,
  onAnother,
  where,
}: {
  check: PermissionCheck
  day: string | undefined
  onAnother: () => void
  where: ReactNode
}) => {
  const { groups } = check
  return (
    <div className="pm-found">
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
