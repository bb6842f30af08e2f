// R2.5-16, R2.5-44, A-74: what somebody may do, anywhere or at one tenant. Who and where stand in the address.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessCheck } from '#contract/access-check.ts'
import { type Identity, tenantIdentities } from '#contract/tenant-identities.ts'
import { globalTenant, type TenantItem, tenants } from '#contract/tenants.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { type PickerDef, SearchPicker } from '#web/ui/search-picker.tsx'
import { Found } from './check-result.tsx'
import { Mark, StateTag } from './who.tsx'
import './permissions.css'

type Asked = { user?: string | undefined; tenant?: string | undefined }

const UserSearch = ({ onChoose }: { onChoose: (userName: string) => void }) => {
  const { t } = useTranslation('permissions')
  const picker: PickerDef<Identity> = {
    list: tenantIdentities.users, orderBy: 'userName', pause: 1000, itemKey: ({ id }) => id,
    show: (user) => <><Mark identity={user} size={28} /><span><b>{user.displayName}</b><small>{user.userName} · {user.email}</small></span><StateTag of={user} /></>,
    texts: {
      label: t('user'), hint: t('userHint'), placeholder: t('userPlaceholder'), another: t('anotherUser'), searching: t('searching'), nothing: t('nobodyFound'),
      found: (count) => t('foundUsers', { count }), more: (count) => t('moreFound', { count }),
    },
  }
  return <SearchPicker picker={picker} chosen={undefined} error={undefined} onChoose={(user) => user && onChoose(user.userName ?? user.id)} />
}

type Place = Pick<TenantItem, 'id' | 'title' | 'areaName'>

const TenantSearch = ({ onChoose }: { onChoose: (id: string) => void }) => {
  const { t } = useTranslation('permissions')
  const everything: Place = { id: globalTenant, title: t('global'), areaName: t('globalHint') }
  const picker: PickerDef<Place> = {
    list: tenants.list, orderBy: 'title', pause: 800, opened: true, itemKey: ({ id }) => id,
    first: (typed) => (everything.title.toLowerCase().includes(typed.toLowerCase()) ? [everything] : []),
    show: ({ title, areaName }) => <span><b>{title}</b>{areaName && <small>{areaName}</small>}</span>,
    texts: {
      label: t('tenant'), hint: t('tenantHint'), placeholder: t('tenantPlaceholder'), another: t('anotherTenant'), searching: t('searching'), nothing: t('noTenantFound'),
      found: (count) => t('foundTenants', { count }), more: (count) => t('moreFound', { count }),
    },
  }
  return <SearchPicker picker={picker} chosen={undefined} error={undefined} onChoose={(tenant) => tenant && onChoose(tenant.id)} />
}

const Answer = ({ user, tenant, ask }: { user: string; tenant: string | undefined; ask: (asked: Asked) => void }) => {
  const { t } = useTranslation('permissions')
  const check = useRead(accessCheck.permissions, { params: { x: user }, query: tenant ? { tenantId: tenant } : {} }, { previous: true })
  if (isProblem(check.error, 404)) return <Asking gone={user} ask={ask} tenant={undefined} />
  if (check.isError) return <FailureAlert error={check.error} onRetry={() => void check.refetch()} />
  if (!check.data) return <div className="pm-skeleton" role="status"><span className="sr">{t('loading')}</span><i /><i /><i /></div>
  return <Found key={`${user} ${tenant ?? ''}`} check={check.data} onAnother={() => ask({ tenant })} where={<Where tenant={check.data.tenant} onChoose={(id) => ask({ user, tenant: id })} />} />
}

/** At first, or after an address that names nobody, or no tenant. */
const Asking = ({ gone, tenant, ask }: { gone?: string; tenant: string | undefined; ask: (asked: Asked) => void }) => {
  const { t } = useTranslation('permissions')
  return (
    <section className="card pm-ask" aria-label={t('checker')}>
      <h2>{t('checker')}</h2>
      <p className="mut">{t('checkerHint')}</p>
      {gone && <div className="alert" role="alert"><div><p>{t('notThere', { name: gone })}</p></div></div>}
      <UserSearch onChoose={(userName) => ask({ user: userName, tenant })} />
    </section>
  )
}

/** Anywhere, or at one tenant, which is looked for here. */
const Where = ({ tenant, onChoose }: { tenant: { id: string; title: string } | null; onChoose: (id: string | undefined) => void }) => {
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
        <label><input type="radio" name="where" checked={!atOne} onChange={() => choose(undefined)} />{t('anywhere')}</label>
        <label><input type="radio" name="where" checked={atOne} onChange={() => search(true)} onClick={() => search(true)} />{tenant && !searching ? t('atTenant', { tenant: tenant.id === globalTenant ? t('global') : tenant.title }) : t('atOneTenant')}</label>
      </fieldset>
      {searching && <TenantSearch onChoose={choose} />}
    </div>
  )
}

export const InspectorPage = () => {
  const { t } = useTranslation('permissions')
  const { user, tenant } = useSearch({ strict: false }) as Asked
  const navigate = useNavigate()
  const ask = (asked: Asked) => void navigate({ to: '.', search: { ...(asked.user && { user: asked.user }), ...(asked.tenant && { tenant: asked.tenant }) } as never, resetScroll: false })
  useEffect(() => {
    document.title = `${t('inspector')} · Portico`
  }, [t])
  return (
    <>
      <ContentHeader title={t('inspector')} subtitle={t('inspectorHint')} />
      {user ? <Answer user={user} tenant={tenant} ask={ask} /> : <Asking tenant={tenant} ask={ask} />}
    </>
  )
}
