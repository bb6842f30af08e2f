// Who gains or loses which role, and why: one line for each person and role.
import { ChevronLeft, ChevronRight, CircleMinus, CirclePlus, ShieldAlert } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import type { Difference, Preview, PreviewedChange } from '#contract/access-preview.ts'
import { Button } from '#web/ui/button.tsx'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { pageNumbers } from '#web/ui/entity-table/foot.tsx'
import { usePlaces } from './use-places.ts'
import { pageSize } from './use-preview.ts'

/** Where the tree changes, a tenant is above or not; where a row changes, it is given or not. */
const movesTree = ({ kind }: PreviewedChange) => kind === 'move'

const Line = ({ row, change }: { row: Difference; change: PreviewedChange }) => {
  const { t } = useTranslation('access-preview')
  const { displayName, email, applicationId, applicationTitle: title, roleName, because, noRoleLeft } = row
  const places = usePlaces()(row)
  const gains = row.change === 'Gains'
  const Icon = gains ? CirclePlus : CircleMinus
  return (
    <tr>
      <td className="ap-person">
        <span className="cell-two">
          <Avatar email={email} name={displayName} size={28} soft />
          <span>
            <b>{displayName}</b>
            <small>{because.viaGroup ? t('through', { group: because.viaGroup }) : email}</small>
          </span>
        </span>
      </td>
      <td>
        <span className={`st ${gains ? 'ok' : 'lock'}`}>
          <Icon size={14} aria-hidden="true" />
          {t(gains ? 'gains' : 'loses')}
        </span>
      </td>
      <td>
        <span className="ap-role">
          <AppIcon app={{ id: applicationId, title }} size={20} />
          <span>
            <i>{title}</i> <b>{roleName}</b>
            {places && <small>{places}</small>}
          </span>
        </span>
      </td>
      <td className="ap-because">
        <span className="ap-why">
          <span>{t(`because${movesTree(change) ? 'Tree' : 'Row'}${row.change}`, { tenant: because.tenantName })}</span>
          {noRoleLeft && (
            <span className="tag amber">
              <ShieldAlert size={12} aria-hidden="true" />
              {t('noRoleLeft')}
            </span>
          )}
        </span>
      </td>
    </tr>
  )
}

export const PreviewRows = ({ preview, change }: { preview: Preview; change: PreviewedChange }) => {
  const { t } = useTranslation('access-preview')
  return (
    // Scrolled by keyboard, too.
    <div className="ap-scroll" tabIndex={0} role="region" aria-label={t('changes')}>
      <table className="et-table ap-table">
        <caption className="sr">{t('changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('person')}</th>
            <th scope="col">{t('change')}</th>
            <th scope="col">{t('applicationAndRole')}</th>
            <th scope="col">{t('because')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.items.map((row) => (
            <Line key={`${row.userId} ${row.roleId} ${row.change}`} row={row} change={change} />
          ))}
        </tbody>
      </table>
      {preview.items.length === 0 && (
        <p className="ap-none" role="status">
          {t(
            preview.summary.losing.roles + preview.summary.gaining.roles === 0
              ? 'nobodyAffected'
              : 'table:nothingMatches',
          )}
        </p>
      )}
    </div>
  )
}

export const PreviewFoot = ({ preview, page, go }: { preview: Preview; page: number; go: (page: number) => void }) => {
  const { t, i18n } = useTranslation('access-preview')
  const number = (value: number) => value.toLocaleString(localeOf(i18n.language))
  const last = Math.max(1, Math.ceil(preview.count / pageSize))
  const range =
    preview.count === 0
      ? t('table:rangeNone')
      : t('table:range', {
          from: number((page - 1) * pageSize + 1),
          to: number(Math.min(preview.count, page * pageSize)),
          total: number(preview.count),
        })
  const { tenants } = preview.summary
  return (
    <footer className="et-foot ap-foot">
      <span role="status">{range}</span>
      <span className="mut">
        {tenants > 1 ? t('countedOver', { count: tenants, number: number(tenants) }) : t('countedOnce')}
      </span>
      <span className="sp" />
      {last > 1 && (
        <nav className="et-pages" aria-label={t('table:pages', { title: t('changes') })}>
          <Button className="ic s" aria-label={t('table:previousPage')} off={page <= 1} onClick={() => go(page - 1)}>
            <ChevronLeft size={17} />
          </Button>
          {pageNumbers(page, last).map((one, index) =>
            one === undefined ? (
              <span key={`gap-${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={one}
                type="button"
                className="et-page"
                aria-label={t('table:page', { page: number(one) })}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => go(one)}
              >
                {number(one)}
              </button>
            ),
          )}
          <Button className="ic s" aria-label={t('table:nextPage')} off={page >= last} onClick={() => go(page + 1)}>
            <ChevronRight size={17} />
          </Button>
        </nav>
      )}
    </footer>
  )
}
