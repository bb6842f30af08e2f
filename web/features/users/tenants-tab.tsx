// The tenants where a user stands themself, and the roles there. What is inherited, and why, belongs to the tenants' own pages.
import { Building2, Globe, PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant } from '#contract/tenants.ts'
import type { User } from '#contract/users.ts'
import { useAccess } from '#web/lib/use-access.ts'
import { identityOf, type UserAccess } from './access.ts'
import type { Opened } from './user-head.tsx'

type Tenant = { id: string; title: string }

const Line = ({ tenant, roles = [], onEdit }: { tenant: Tenant; roles?: readonly string[]; onEdit: (() => void) | undefined }) => {
  const { t } = useTranslation('users')
  const Icon = tenant.id === globalTenant ? Globe : Building2
  return (
    <div className="plain-row">
      <b><Icon size={17} aria-hidden="true" />{tenant.title}</b>
      <span className="chips">{roles.map((name) => <span key={name} className="tag c">{name}</span>)}{onEdit && <button type="button" className="b sm" aria-label={`${t('editRoles')}: ${tenant.title}`} onClick={onEdit}><PenLine size={14} aria-hidden="true" />{t('editRoles')}</button>}</span>
    </div>
  )
}

type Props = { user: User; access: UserAccess; open: (opened: Opened) => void }

const Head = ({ user, access, open }: Props) => {
  const { t } = useTranslation('users')
  return (
    <header className="et-head">
      <div className="et-title"><h2>{t('tenants')}</h2></div>
      <span className="sp" />
      <div className="et-actions">
        {user.tenants.length > 0 && <button type="button" className="b" onClick={() => open('places')}>{t('tenantRoles')}</button>}
        {access.Add && <button type="button" className="b" onClick={() => open('place')}><Plus size={17} aria-hidden="true" />{t('addTenantRoles')}</button>}
      </div>
    </header>
  )
}

export const TenantsTab = (props: Props) => {
  const { t } = useTranslation('users')
  const { user, access: { Editor } } = props
  const [tenant, edit] = useState<Tenant>()
  const isAdministrator = useAccess()('Administrator')
  const global = user.roles.filter(({ isGlobal }) => isGlobal).map(({ name }) => name)
  const everything = { id: globalTenant, title: t('globalTenant') }
  return (
    <div className="et embedded">
      <Head {...props} />
      <section className="card plain-list" aria-label={t('tenants')}>
        {global.length > 0 && <Line tenant={everything} roles={global} onEdit={isAdministrator ? () => edit(everything) : undefined} />}
        {user.tenants.map((one) => <Line key={one.id} tenant={one} onEdit={() => edit(one)} />)}
        {user.tenants.length === 0 && global.length === 0 && <div className="et-empty-box"><b>{t('noTenants')}</b><p>{t('noTenantsHint')}</p></div>}
      </section>
      {tenant && <Editor identity={identityOf(user)} tenant={tenant} onClose={() => edit(undefined)} />}
    </div>
  )
}
