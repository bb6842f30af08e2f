// R2.6-02, R2.6-10: a person exercises data-protection rights, and follows what they asked for.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { profile } from '#contract/profile.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { NewRequest } from './new-request.tsx'
import { OwnRequests } from './own-requests.tsx'
import './rights.css'

export const RightsPage = () => {
  const { t } = useTranslation('rights')
  const me = useRead(profile.read)
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  return (
    <div className="rg">
      <ContentHeader title={t('title')} />
      <p>{t('intro')}</p>
      <p>{t('introTime')}</p>
      {me.isError && <FailureAlert error={me.error} onRetry={() => void me.refetch()} />}
      {me.data && <NewRequest me={me.data} />}
      <OwnRequests />
    </div>
  )
}
