// R2.1-03, A-10: to the choice of a company, for whoever has two to choose from, with the one that is chosen. Loaded
// where a choice is required. The choice itself is made at a sibling of the portal, which keeps it under the portal's
// key (R3.3-01).
import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/profile.ts'
import { preferences } from '#web/lib/preferences.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'

export const CompanyItem = ({ className }: { className: string }) => {
  const { t } = useTranslation('shell')
  const own = useRead(profile.companies).data
  const kept = preferences.read().currentCompany
  const chosen = own?.items.find(({ id }) => id === kept?.id)
  /** It was somebody else's choice in this browser, or is no company of theirs any more. */
  const isNotTheirs = own !== undefined && own.count === own.items.length && kept !== undefined && !chosen
  useEffect(() => {
    if (isNotTheirs) preferences.write({ currentCompany: undefined })
  }, [isNotTheirs])
  if ((own?.count ?? 0) < 2) return null
  return (
    <AppLink className={className} href="/home/companies/select" data-tip={chosen?.title}>
      <Building2 size={17} aria-hidden="true" />
      {t('changeCompany')}
    </AppLink>
  )
}
