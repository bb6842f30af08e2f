// R2.5-16, R2.5-44, A-74: what somebody may do, anywhere or at one tenant. Who and where stand in the address.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { effectiveAccess } from '#contract/effective-access.ts'
import { globalTenant } from '#contract/tenants.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { CheckResult } from './check-result.tsx'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import './permissions.css'
import { UserSearch, TenantSearch } from './inspector-search.tsx'

/** `asOf`: a past day. */
type InspectorQuery = { user?: string | undefined; tenant?: string | undefined; asOf?: string | undefined }

const Answer = ({
  inspected: { user = '', tenant, asOf },
  ask,
}: {
  inspected: InspectorQuery
  ask: (inspected: InspectorQuery) => void
}) => {
  const { t } = useTranslation('permissions')
  const check = useRead(
    effectiveAccess.permissions,
    { params: { x: user }, query: { ...(tenant && { tenantId: tenant }), ...(asOf && { asOf }) } },
    { previous: true },
  )
  if (isProblem(check.error, 404)) return <Asking gone={user} ask={ask} tenant={undefined} />
  if (check.isError) return <FailureAlert error={check.error} onRetry={() => void check.refetch()} />
  if (!check.data)
    return (
      <div className="pm-skeleton" role="status">
        <span className="sr">{t('loading')}</span>
        <i />
        <i />
        <i />
      </div>
    )
  const where = (
    <Where
      tenant={check.data.tenant}
      asOf={asOf}
      onChoose={(id) => ask({ user, tenant: id, asOf })}
      onDay={(day) => ask({ user, tenant, asOf: day })}
    />
  )
  return (
    <CheckResult
      key={`${user} ${tenant} ${asOf}`}
      check={check.data}
      day={asOf}
      onAnother={() => ask({ tenant, asOf })}
      onToday={() => ask({ user, tenant })}
      where={where}
    />
  )
}

/** At first, or after an address that names nobody, or no tenant. */
const Asking = ({
  gone,
  tenant,
  ask,
}: {
  gone?: string
  tenant: string | undefined
  ask: (inspected: InspectorQuery) => void
}) => {
  const { t } = useTranslation('permissions')
  return (
    <section className="card pm-ask" aria-label={t('checker')}>
      <h2>{t('checker')}</h2>
      <p className="mut">{t('checkerHint')}</p>
      {gone && (
        <div className="alert" role="alert">
          <div>
            <p>{t('notThere', { name: gone })}</p>
          </div>
        </div>
      )}
      <UserSearch onChoose={(userName) => ask({ user: userName, tenant })} />
    </section>
  )
}

type WhereProps = {
  tenant: { id: string; title: string } | null
  asOf: string | undefined
  onChoose: (id: string | undefined) => void
  onDay: (day: string) => void
}

/** Anywhere, or at one tenant, which is looked for here; today, or on a day in the past. */
const Where = ({ tenant, asOf = '', onChoose, onDay }: WhereProps) => {
  const { t } = useTranslation('permissions')
  const [searching, search] = useState(false)
  const choose = (id: string | undefined) => {
    search(false)
    onChoose(id)
  }
  const atOne = searching || tenant !== null
  return (
    <div className="pm-where">
      <fieldset className="pm-seg" aria-label={t('where')}>
        <label>
          <input type="radio" name="where" checked={!atOne} onChange={() => choose(undefined)} />
          {t('anywhere')}
        </label>
        <label>
          <input type="radio" name="where" checked={atOne} onChange={() => search(true)} onClick={() => search(true)} />
          {tenant && !searching
            ? t('atTenant', { tenant: tenant.id === globalTenant ? t('global') : tenant.title })
            : t('atOneTenant')}
        </label>
      </fieldset>
      <DayField label={t('asOf')} value={asOf} onChange={onDay} />
      {searching && <TenantSearch onChoose={choose} />}
    </div>
  )
}

/** `beside`: further tabs, of other features. */
export const InspectorPage = ({ beside = [] }: { beside?: readonly Tab[] }) => {
  const { t } = useTranslation('permissions')
  const { tab = 'checker', ...inspected } = useSearch({ strict: false }) as InspectorQuery & { tab?: string }
  const { user, tenant } = inspected
  const navigate = useNavigate()
  const go = (search: object) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries(search).filter(([, value]) => value)),
      resetScroll: false,
    })
  useEffect(() => {
    document.title = `${t('inspector')} · Portico`
  }, [t])
  const checker: Tab = {
    id: 'checker',
    label: t('checker'),
    panel: user ? <Answer inspected={inspected} ask={go} /> : <Asking tenant={tenant} ask={go} />,
  }
  return (
    <>
      <ContentHeader title={t('inspector')} subtitle={t('inspectorHint')} />
      <Tabs
        label={t('inspector')}
        tabs={[checker, ...beside]}
        chosen={tab}
        onChoose={(to) => go(to === 'checker' ? {} : { tab: to })}
      />
    </>
  )
}
