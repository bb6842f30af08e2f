// R2.1-03, A-10: to the choice of a company, for whoever has two to choose from. Loaded where a choice is required.
import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/profile.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'

export const CompanyItem = ({ className }: { className: string }) => {
  const { t } = useTranslation('shell')
  const own = useRead(profile.companies)
  if ((own.data?.count ?? 0) < 2) return null
  return (
    <AppLink className={className} href="/home/companies/select">
      <Building2 size={17} aria-hidden="true" />
      {t('changeCompany')}
    </AppLink>
  )
}
