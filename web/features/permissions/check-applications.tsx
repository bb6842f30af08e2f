// The permissions of a person, application by application, ten on a page.
import { ChevronLeft, ChevronRight, Search, UsersRound } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationPermissions, PermissionCheck } from '#contract/effective-access.ts'
import { globalTenant } from '#contract/tenants.ts'
import { useParts } from '#web/lib/parts.tsx'
import { Button } from '#web/ui/button.tsx'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { tip } from '#web/ui/tip.tsx'

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
    <span className={`pm-chip${direct ? '' : ' via'}`} {...tip(words)}>
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
  const { WhyButton } = useParts()
  if (!WhyButton) return null
  return (
    <WhyButton
      user={user}
      tenant={{ id: tenant.id, title: tenant.id === globalTenant ? t('global') : tenant.title }}
      role={{ id, name, applicationName }}
    />
  )
}

const foldedOf = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const matches =
  (typed: string) =>
  ({ displayName, applicationName, roles }: ApplicationPermissions) =>
    foldedOf([displayName, applicationName, ...roles].join(' ')).includes(foldedOf(typed.trim()))

const Pager = ({ page, count, onGo }: { page: number; count: number; onGo: (page: number) => void }) => {
  const { t, i18n } = useTranslation('permissions')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
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
      <Button
        className="ic s"
        aria-label={t('table:previousPage')}
        data-tip={t('table:previousPage')}
        off={page <= 1}
        onClick={() => onGo(page - 1)}
      >
        <ChevronLeft size={17} />
      </Button>
      <Button
        className="ic s"
        aria-label={t('table:nextPage')}
        data-tip={t('table:nextPage')}
        off={page >= last}
        onClick={() => onGo(page + 1)}
      >
        <ChevronRight size={17} />
      </Button>
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

export const Applications = ({
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
