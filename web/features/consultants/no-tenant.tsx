// R2.6-13
import { Building2, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export const NoTenant = ({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) => {
  const { t } = useTranslation('consultants')
  return (
    <div className="card no-tenant" role="status">
      <Building2 size={30} aria-hidden="true" />
      <b>{t('noTenant')}</b>
      <p>{t('noTenantHint')}</p>
      <a
        href={location.href}
        className="b"
        aria-busy={busy}
        onClick={(event) => {
          event.preventDefault()
          onRefresh()
        }}
      >
        <RotateCw size={15} className={busy ? 'spin' : ''} aria-hidden="true" />
        {t('refresh')}
      </a>
    </div>
  )
}
