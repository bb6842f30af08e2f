// What stands beside a decision: what is had today, what colleagues have, who else may decide.
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OperationRequest } from '#contract/operation-requests.ts'
import type { Colleagues, Evidence, RoleToday } from '#contract/request-review.ts'
import { formatDate } from '#web/lib/format.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

const Chip = ({ role }: { role: RoleToday }) => {
  const { t } = useTranslation('operation-requests')
  const given = !role.inherited && role.viaGroup === null
  const from = [role.viaGroup && t('through', { group: role.viaGroup }), role.inherited && role.tenantName]
  return (
    <li>
      <AppIcon app={{ id: role.applicationId, title: role.applicationTitle }} size={22} />
      {role.applicationTitle}
      <span className={`rq-role${given ? '' : ' inherited'}`}>
        {!given && <Lock size={12} aria-hidden="true" />}
        {role.roleName}
        {!given && <span className="mut">{from.filter(Boolean).join(', ')}</span>}
      </span>
    </li>
  )
}

export const TodayPart = ({ request, evidence: { today } }: { request: OperationRequest; evidence: Evidence }) => {
  const { t } = useTranslation('operation-requests')
  const { seeAs } = useParts()
  const { displayName: name, identityId: id, identityType } = request
  return (
    <section className="rq-part">
      <header>
        <h3>{t('today', { name })}</h3>
        {seeAs && identityType === 'User' && (
          <button type="button" className="b sm tx" onClick={() => seeAs({ id, displayName: name })}>
            {t('seeAs', { name })}
          </button>
        )}
      </header>
      {today.length === 0 && <p className="mut">{t('nothingToday')}</p>}
      <ul className="rq-today">
        {today.map((role) => (
          <Chip key={role.roleId} role={role} />
        ))}
      </ul>
    </section>
  )
}

export const RequestedPart = ({ evidence: { requested } }: { evidence: Evidence }) => {
  const { t } = useTranslation('operation-requests')
  return (
    <section className="rq-part">
      <header>
        <h3>{t('requestedRoles')}</h3>
      </header>
      <ul className="rq-today">
        {requested.map(({ roleId, roleName, applicationId, applicationTitle }) => (
          <li key={roleId}>
            <AppIcon app={{ id: applicationId, title: applicationTitle }} size={22} />
            {applicationTitle} <span className="rq-role">{roleName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const useBasis = ({ basis, value, people }: Colleagues) => {
  const { t } = useTranslation('operation-requests')
  if (basis === 'jobTitle') return t('jobTitleBasis', { count: people, value })
  return t(`${basis}Basis`, { people: t('people', { count: people }), value })
}

export const ColleaguesPart = ({ colleagues }: { colleagues: Colleagues }) => {
  const { t } = useTranslation('operation-requests')
  const basis = useBasis(colleagues)
  const { people, roles } = colleagues
  return (
    <section className="rq-part">
      <header>
        <h3>{t('colleagues')}</h3>
        <span className="mut">{basis}</span>
      </header>
      <ul className="rq-colleagues">
        {roles.map(({ roleId, roleName, applicationId, applicationTitle, have, only, unusual }) => (
          <li key={roleId}>
            <AppIcon app={{ id: applicationId, title: applicationTitle }} size={22} />
            <span className="rq-of">
              {applicationTitle} <b>{roleName}</b>
            </span>
            <span className={`rq-bar${unusual ? ' unusual' : ''}`} aria-hidden="true">
              <i style={{ width: `${people > 0 ? (have / people) * 100 : 0}%` }} />
            </span>
            <span className="num">{t('haveOf', { have, people })}</span>
            {only && (
              <p className="mut">
                {t('onlyOne', { name: only.displayName, role: roleName, date: formatDate(only.since) })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const Approvers = ({ request: { approvers } }: { request: OperationRequest }) => {
  const { t } = useTranslation('operation-requests')
  const me = useIdentity()
  return (
    <section className="rq-part">
      <header>
        <h3>{t('approvers')}</h3>
        {approvers.length > 1 && <span className="mut">{t('anyDecides')}</span>}
      </header>
      {approvers.length === 0 && <p className="mut">{t('noApprovers')}</p>}
      <ul className="rq-approvers">
        {approvers.map(({ id, displayName, email }) => (
          <li key={id}>
            <Avatar email={email} name={displayName} size={24} soft />
            {email === me?.email ? t('you') : displayName}
          </li>
        ))}
      </ul>
    </section>
  )
}
