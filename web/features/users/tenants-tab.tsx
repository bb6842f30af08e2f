// The tenants where a user stands themself. What is inherited there, and why, belongs to the tenants' own pages.
import { Building2, Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'

export const TenantsTab = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const global = user.roles.filter(({ isGlobal }) => isGlobal)
  return (
    <section className="card plain-list" aria-label={t('tenants')}>
      {global.length > 0 && <div className="plain-row"><b><Globe size={17} aria-hidden="true" />{t('globalTenant')}</b><span className="chips">{global.map(({ name }) => <span key={name} className="tag c">{name}</span>)}</span></div>}
      {user.tenants.map(({ id, title }) => <div key={id} className="plain-row"><b><Building2 size={17} aria-hidden="true" />{title}</b></div>)}
      {user.tenants.length === 0 && global.length === 0 && <div className="et-empty-box"><b>{t('noTenants')}</b><p>{t('noTenantsHint')}</p></div>}
    </section>
  )
}
